/** The witnesses of the log, as the operator's file names them: each is asked about every tree that is published. */
import type { Logger } from 'pino';
import type { PublishedTree } from '../../api/call/deps.ts';
import { verifyEd25519 } from '../../bundle/ed25519.ts';
import { type Policy, parsePolicy } from '../../core/log/policy.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Store } from '../../store/store.ts';
import { givenText } from '../../folder/disk/given-file.ts';
import { WitnessAsker } from './ask-witness.ts';

export interface Witnesses {
  /** Their lines of the log's policy, the quorum last. */
  readonly policy: string;
  /** To be called once for each tree, the newest last. */
  publish(tree: PublishedTree): void;
  stop(): void;
}

export interface WitnessesParts {
  /** A C2SP tlog-policy without logs. */
  readonly path: string;
  readonly store: Pick<Store, 'ask'>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** A cosignature that is stored. */
  readonly cosigned: (tree: PublishedTree, line: string) => void;
}

/** @throws Error with what is wrong with the file */
export function createWitnesses({ path, store, log, cosigned }: WitnessesParts): Witnesses {
  const { text, policy } = readWitnesses(path);
  const asking: WitnessAsker[] = [...policy.witnesses].map(([name, key]) => {
    let trouble: string | null = null;
    return new WitnessAsker({
      witness: { name, key, url: policy.addresses.get(name) as string },
      verify: verifyEd25519,
      proof: (from, size) => store.ask('logProof', { from, size }, 0),
      async cosigned(tree, line) {
        const { origin, size } = tree;
        await store.ask('checkpointCosign', { origin, size, line }, 0);
        cosigned(tree, line);
      },
      say(why) {
        if (why !== null && why !== trouble) log.warn({ witness: name, reason: why }, 'a witness does not cosign');
        if (why === null && trouble !== null) log.info({ witness: name }, 'the witness cosigns again');
        trouble = why;
      },
    });
  });
  return {
    policy: text,
    publish: (tree) => asking.forEach((one) => one.publish(tree)),
    stop: () => asking.forEach((one) => one.stop()),
  };
}

function readWitnesses(path: string): { readonly text: string; readonly policy: Policy } {
  const needs = (what: string): Error =>
    new Error(
      `${path} (--ai-log-witnesses) ${what}; it needs lines \`witness NAME VKEY URL\`, groups if wanted, and a quorum`,
    );
  const text = givenText(path, '--ai-log-witnesses');
  const parsed = parsePolicy(sha256, text);
  if (!parsed.ok) throw needs(`can't be read: ${parsed.why}`);
  const { policy } = parsed;
  if (policy.logs.length > 0) throw needs('names a log');
  if (policy.witnesses.size === 0) throw needs('names no witness');
  for (const name of policy.witnesses.keys())
    if (!/^https?:\/\/[^/]/.test(policy.addresses.get(name) ?? '')) throw needs(`has no address of ${name}`);
  return { text: text.endsWith('\n') ? text : `${text}\n`, policy };
}
