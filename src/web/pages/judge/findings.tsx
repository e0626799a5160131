/**
 * The findings of the report about a team, each with the leaves that prove it.
 */
import { Findings as Found } from '../../parts/findings.tsx';
import { Leaves } from './leaves.tsx';
import type { TabProps } from './tab-props.ts';

export function Findings({ found }: TabProps) {
  return <Found findings={found.findings} leaves={(indices) => <Leaves indices={indices} />} />;
}
