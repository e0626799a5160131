/** JSON Schemas of what tools take, in few words: each definition is read by a model with every request. */

export interface ValueSchema {
  readonly type: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: ValueSchema;
}

export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
}

const about = (description: string | undefined) => (description === undefined ? {} : { description });

export const text = (description?: string): ValueSchema => ({ type: 'string', ...about(description) });
/** A decimal; as text it is exact. */
export const decimal = (description?: string): ValueSchema => ({ type: ['string', 'number'], ...about(description) });
export const whole = (description?: string): ValueSchema => ({ type: 'integer', ...about(description) });
export const flag = (description?: string): ValueSchema => ({ type: 'boolean', ...about(description) });
export const record = (description?: string): ValueSchema => ({ type: 'object', ...about(description) });
export const oneOf = (values: readonly string[], description?: string): ValueSchema => ({
  type: 'string',
  enum: values,
  ...about(description),
});
export const texts = (description?: string): ValueSchema => ({
  type: 'array',
  items: { type: 'string' },
  ...about(description),
});

export function input(
  properties: Readonly<Record<string, ValueSchema>>,
  required: readonly string[] = [],
): InputSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}
