// The guides that an exchange serves under /guide/, in the order in which they are read, each with what it is good for.
// Text of a guide is in docs/; what is in none of these groups is for those who work on the exchange.

export interface Guide {
  /** Its path below /guide/. */
  readonly name: string;
  /** Its Markdown, from the root of the repository. */
  readonly file: string;
  /** One line, for lists. */
  readonly about: string;
}

export interface GuideGroup {
  readonly title: string;
  readonly guides: readonly Guide[];
}

const guide = (name: string, about: string, file = `docs/${name}.md`): Guide => ({ name, file, about });

export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    title: 'Bring a bot',
    guides: [
      guide('bring-your-bot', 'Change the base URL and the keys, and start it: what a program stumbles over'),
      guide('agents', 'For a model: the one sentence, a seat, the skill, and MCP'),
      guide('llm-agent', 'An agent that lets a language model decide: bounds, budgets, restarts, its mistakes'),
      guide('traces', 'OpenTelemetry: traceparent on every way in, spans as AI logs, fills as spans'),
      guide('start/python', 'From nothing to a filled order, an AI log and a stream, in Python'),
      guide('start/typescript', 'The same in TypeScript, with the client'),
      guide('start/go', 'The same in Go, standard library only'),
      guide('start/shell', 'The same with curl and openssl'),
      guide('rehearsal', 'Time that stands, passes fast or waits for you; the same again; faults; what you did wrong'),
      guide('env', 'Train and backtest in process, on the real engine and its market'),
      guide('client', 'The typed client for TypeScript and JavaScript', 'src/client/README.md'),
    ],
  },
  {
    title: 'The API',
    guides: [
      guide('api', 'Signing, limits, retries and every operation of /capi/v2'),
      guide('api-v3', 'The second dialect, /capi/v3, operation by operation'),
      guide('v2-and-v3', 'Both dialects side by side: paths, fields, words'),
      guide('push', 'WebSockets: public and private channels, orders over a socket'),
      guide('errors', 'Every code and every reason of a refusal, and what to do about it'),
      guide('rules', 'What the exchange decides: orders, margin, mark price, liquidation, contests'),
      guide('market', 'The exchange’s own market: what to expect of it, its seed, how it is proved, files and feeds'),
      guide('glossary', 'The words of the field, and those of the wire'),
    ],
  },
  {
    title: 'AI logs and evidence',
    guides: [
      guide('evidence', 'Grades and levels, how to reach grade A, what reports find'),
      guide('ai-log', 'The log itself: upload, commitments, links, proofs, witnesses'),
      guide('threats', 'Who could cheat in a contest, how, and what stands against it'),
    ],
  },
  {
    title: 'The page',
    guides: [
      guide('web/page', 'What the page is, and where everything on it is'),
      guide('web/spectator', 'Watching, and taking part'),
      guide('web/developer', 'For whoever has a bot'),
      guide('web/organiser', 'Holding a contest by form'),
      guide('web/judge', 'For organisers and judges'),
      guide('web/operator', 'For the operator'),
      guide('web/proxy', 'Behind a TLS proxy'),
    ],
  },
  {
    title: 'Run an exchange, hold a contest',
    guides: [
      guide('install', 'As a package, a container, one file or a service'),
      guide('contest', 'From an empty machine to a verified bundle'),
      guide('operating', 'Settings, verbs, metrics, backups, the data folder'),
      guide('cluster', 'Several nodes that share one order: set up, reads, roles, and what each alarm means'),
      guide('scale', 'How far one order goes, and what comes after it'),
      guide('upgrade', 'From one version to the next'),
      guide('security', 'The threat model of the exchange'),
      guide('use-the-engine', 'The deterministic core as a library'),
    ],
  },
];

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides);
