/**
 * Judges modes and secrets. A file that others could have written is refused: the operator has to look. What others
 * could have read is refused when it is a secret, which has to be renewed; else it is closed to them, with a word.
 */
import type { FileFacts, FolderFacts, Intent, SecretFacts } from './facts.ts';
import { type Finding, mend, refuse, refuseLoss } from './finding.ts';

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const SECRETS = new Set(['key-file', 'ailog-key', 'admin-token']);

export function judgeFiles({ files, secrets, store, exchange }: FolderFacts, { hasSigner }: Intent): Finding[] {
  return [...files.flatMap(judgeMode), ...judgeSecrets(secrets, { keys: store.keys, exchange, hasSigner })];
}

/** The required mode of a file of ours. */
export function wantedMode({ isFolder }: FileFacts): number {
  return isFolder ? 0o700 : 0o600;
}

function judgeMode(file: FileFacts): Finding[] {
  const { name, mode } = file;
  if ((mode & OTHERS) === 0) return [];
  const found = `it has mode ${octal(mode)}, needs ${octal(wantedMode(file))}`;
  const command = `\`chmod ${octal(wantedMode(file)).slice(1)}\``;
  if (SECRETS.has(name))
    return [
      refuse('readable-secret', name, {
        found,
        means: 'Others on this machine may have read it, and what it protects with it.',
        do: `${command} if nobody else could reach it; otherwise renew what it protects first.`,
      }),
    ];
  if ((mode & OTHERS_WRITE) !== 0)
    return [
      refuse('writable-by-others', name, {
        found,
        means: 'Others on this machine may have changed it, or put files there.',
        do: `${command} if you are sure they have not; otherwise restore a copy.`,
      }),
    ];
  return [
    mend('readable-by-others', name, {
      found,
      means: 'Others on this machine may have read it. It is confidential.',
      do: `Nothing: the start sets the mode (${command}). Find out who could read it.`,
    }),
  ];
}

function octal(mode: number): string {
  return `0${mode.toString(8).padStart(3, '0')}`;
}

function judgeSecrets(
  { keyFile, logKey, adminToken }: SecretFacts,
  { keys, exchange, hasSigner }: { readonly keys: number; readonly exchange: string; readonly hasSigner: boolean },
): Finding[] {
  return [
    ...judgeKeyFile(keyFile, keys),
    ...(hasSigner ? [] : judgeLogKey(logKey, exchange)),
    ...(adminToken === 'garbage'
      ? [
          refuse('unusable-admin-token', 'admin-token', {
            found: 'it is empty, short, or not one line of printable characters',
            means: 'Nobody could administer the exchange with it, or everybody could guess it.',
            do: 'Delete admin-token: the next start draws another.',
          }),
        ]
      : []),
  ];
}

function judgeKeyFile({ state, opens }: SecretFacts['keyFile'], keys: number): Finding[] {
  const only = `${keys} API keys are stored that only it can open`;
  if (state === 'absent' && keys > 0)
    return [
      refuse('no-key-file', 'key-file', {
        found: 'the file is missing',
        means: `It encrypts the secrets of API keys: ${only}.`,
        do: 'Restore key-file from a copy. If it is gone, the stored secrets are gone with it.',
      }),
    ];
  if (state === 'garbage')
    return [
      refuse('unusable-key-file', 'key-file', {
        found: 'it does not hold 64 hex digits',
        means: keys > 0 ? `It was overwritten: ${only}.` : 'It is no key, and nothing is stored under it yet.',
        do: keys > 0 ? 'Restore key-file from a copy.' : 'Delete key-file: the next start makes another.',
      }),
    ];
  if (opens === false)
    return [
      refuse('other-key-file', 'key-file', {
        found: 'the stored secrets of API keys do not open under it',
        means: 'It is the key file of another exchange, or of an older copy.',
        do: 'Restore the key-file that belongs to this read store.',
      }),
    ];
  return [];
}

function judgeLogKey({ state, matches }: SecretFacts['logKey'], exchange: string): Finding[] {
  if (state === 'absent' && exchange !== '')
    return [
      refuseLoss('no-log-key', 'ailog-key', 0, {
        found: 'the file is missing',
        means: 'It is the private key of the AI log: without it nothing can be signed under the log’s name any more.',
        do: 'Restore ailog-key from a copy.',
      }),
    ];
  if (state === 'garbage')
    return [
      refuse('unusable-log-key', 'ailog-key', {
        found: 'it does not hold an Ed25519 key in PEM',
        means: 'It was overwritten.',
        do: exchange === '' ? 'Delete ailog-key: the next start makes another.' : 'Restore ailog-key from a copy.',
      }),
    ];
  if (matches === false)
    return [
      refuse('other-log-key', 'ailog-key', {
        found: 'it is not the key that the AI log was opened with',
        means: 'It is the key of another exchange, or was drawn anew.',
        do: 'Restore the ailog-key that belongs to this journal.',
      }),
    ];
  return [];
}
