/**
 * A link to a guide, which the exchange serves as a page of its own. It opens beside this one, which holds what was
 * signed in with.
 */
import type { ComponentChildren } from 'preact';
import { to } from '../base/router.ts';

/** @param name of the guide below /guide/, with an anchor or not; '' is the list of them */
export function GuideLink({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <a href={to(`/guide/${name}`)} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
