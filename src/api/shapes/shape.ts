/**
 * The shapes callers are shown, each stated once: a schema, from which the type is derived, and an example of that
 * type. A route answers in a shape; OpenAPI, the reference and the client read it from there.
 *
 * Every file beside this one holds one shape, or the few of one subject, and the functions that render them from the
 * core's records or the store's rows. They decide nothing and import no route.
 */
import { list, type Schema } from './schema.ts';

export interface Shape<View> {
  readonly schema: Schema<View>;
  readonly sample: View;
}

/** The type of what a shape shows. */
export type ViewOf<Of> = Of extends Shape<infer View> ? View : never;

/** A shape whose example fits its schema, or doesn't compile. */
export function shape<View>(schema: Schema<View>, sample: NoInfer<View>): Shape<View> {
  return { schema, sample };
}

/** An answer that is an array. */
export function listOf<View>({ schema, sample }: Shape<View>): Shape<readonly View[]> {
  return { schema: list(schema), sample: [sample] };
}
