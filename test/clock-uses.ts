// Which modules ask the machine's clock, or set its timers, and why that decides nothing that an account or a journal
// could tell. The page is left out: it runs in a browser, and asks the exchange what time it is.

/** A reason, and the modules it is good for, each with what it uses of `machine` (src/time). */
export const USES: readonly (readonly [why: string, uses: string])[] = [
  [
    'durations and metrics measure the machine',
    `
    src/api/front/answer/execute.ts steadyMs
    src/api/front/answer/reply.ts steadyMs
    src/api/front/answer/trace.ts steadyMs
    src/api/front/checks/open-call.ts steadyMs
    src/api/front/read-again.ts steadyMs
    src/api/metrics/durations.ts steadyMs
    src/api/metrics/metrics.ts steadyMs
    src/api/push/account-events.ts steadyMs
    src/api/push/order-entry.ts steadyMs
    src/api/v2/rehearsal.ts steadyMs
    src/app/journal/estimated.ts steadyMs
    src/app/start.ts steadyMs
    src/folder/replay/replay-folder.ts steadyMs
    src/sequencer/disk/disk.ts steadyMs
    src/sequencer/disk/held-loop.ts every steadyMs
    src/snapshots/load.ts steadyMs
    src/snapshots/write.ts steadyMs
    src/store/thread/loop-delay.ts every
    `,
  ],
  [
    'a default where no other clock is handed in, as a rehearsal does',
    `
    src/api/front/checks/front-state.ts steadyMs wallMs
    src/api/push/push.ts steadyMs
    src/api/push/private-sessions.ts steadyMs
    src/api/push/subscribers-process.ts steadyMs wallMs
    src/client/client.ts wallMs
    `,
  ],
  [
    'a signed request may be stamped near it',
    `
    src/live/answered-requests.ts steadyMs
    src/rehearsal/timed/control.ts wallMs
    `,
  ],
  [
    'connections, bodies and those who read slowly are as slow as they are',
    `
    src/api/front/answer/meet-faults.ts sleep
    src/api/front/answer/reply.ts after
    src/api/front/body/deadline.ts after steadyMs
    src/api/front/checks/broken-request.ts after
    src/api/front/checks/stop-connections.ts after
    src/api/push/peer.ts steadyMs
    src/api/push/private-sessions.ts after every
    src/api/push/push.ts every
    src/api/push/subscribers-link.ts after every
    src/api/push/subscribers-process.ts after every
    src/api/v2/rehearsal.ts after
    `,
  ],
  [
    "how often it is looked, or written to sockets; what is written says the exchange's time",
    `
    src/api/push/feed.ts every steadyMs
    src/api/push/store-backed-channels.ts every steadyMs
    `,
  ],
  [
    'other nodes are other machines: the order gives the time, and these wait for an answer, or no longer',
    `
    src/sequencer/memory/memory-order.ts sleep
    src/app/node/begin-folder.ts steadyMs
    src/app/node/begin.ts every
    src/app/node/join.ts sleep steadyMs
    src/app/node/node.ts sleep
    src/app/node/room-watch.ts every
    src/app/node/share-snapshots.ts steadyMs
    src/sequencer/node-sequencer.ts sleep steadyMs
    src/sequencer/nodes/archiver.ts every sleep steadyMs
    src/sequencer/nodes/heart.ts sleep steadyMs wallMs
    src/sequencer/nodes/judge.ts sleep steadyMs
    src/sequencer/nodes/feed.ts after steadyMs
    src/sequencer/nodes/gateway.ts after sleep steadyMs
    src/sequencer/nodes/take.ts sleep
    `,
  ],
  [
    'the operator is a person',
    `
    src/api/admin/clock.ts wallMs
    src/api/admin/keys.ts after
    src/api/admin/overview.ts every steadyMs
    src/api/admin/rehearsal.ts after
    src/api/admin/server.ts steadyMs
    src/api/ops/operations.ts steadyMs
    `,
  ],
  [
    "disks, files, threads and databases are the machine's, and so is waiting for them",
    `
    src/app/journal/checker.ts after wallMs
    src/app/journal/compressor.ts after
    src/app/journal/end-thread.ts after
    src/app/lifecycle.ts after steadyMs
    src/app/watch/clock-watch.ts every sleep
    src/app/watch/disk-watch.ts after steadyMs
    src/app/watch/file-watch.ts every
    src/app/watch/store-bound.ts steadyMs
    src/exchange/exchange.ts sleep
    src/folder/journal/check-closed.ts steadyMs wallMs
    src/rehearsal/branches/shelf.ts sleep
    src/sequencer/buffered.ts after
    src/sequencer/disk/lock.ts every sleep steadyMs
    src/sequencer/disk/sync-way.ts steadyMs
    src/sequencer/gather.ts steadyMs
    src/store/body-line.ts after
    src/store/database/postgres-guard.ts every
    src/store/keys/follow-keys.ts every sleep steadyMs
    src/store/database/postgres.ts sleep steadyMs
    src/store/database/presence.ts sleep steadyMs
    src/store/inspect/sqlite.ts steadyMs
    src/store/store.ts after steadyMs
    src/store/thread/announce.ts after
    src/store/thread/waiting-asks.ts every steadyMs
    src/store/write/follow.ts after
    `,
  ],
  [
    "long work is done in pieces of the machine's time",
    `
    src/app/start/resume.ts steadyMs
    src/app/start/warm-up.ts steadyMs
    src/sequencer/journal/find-journal.ts steadyMs
    src/sequencer/replay.ts steadyMs
    src/store/pace.ts steadyMs
    src/store/read/prove.ts steadyMs
    src/store/upkeep/space.ts steadyMs
    src/store/upkeep/steps.ts sleep
    src/store/write/follow.ts steadyMs
    `,
  ],
  [
    "what a snapshot saves is the machine's time at a start; its file says when it was made",
    `
    src/app/replica/replica.ts wallMs
    src/app/start/snapshots.ts sleep wallMs
    src/store/upkeep/snapshots.ts steadyMs
    `,
  ],
  [
    "how often it is signed and swept; what is signed or kept goes by the exchange's time",
    `
    src/publish/log/log-publisher.ts after
    src/publish/log/sweep-bodies.ts after
    `,
  ],
  [
    'the loss of a body is noted when somebody notices it',
    `
    src/store/evidence/payloads.ts wallMs
    `,
  ],
  [
    "witnesses and readers of a log, and a feed's process, are programs elsewhere",
    `
    src/app/run-witness.ts wallMs
    src/market/feed/feed-command.ts after steadyMs
    src/publish/log/ask-witness.ts after
    src/publish/log/log-reader.ts sleep steadyMs
    `,
  ],
  [
    'a verb waits for a process, and dates a file it writes',
    `
    src/cli/backup.ts wallMs
    src/cli/branch.ts sleep steadyMs
    src/cli/cluster-compare.ts sleep steadyMs
    src/cli/cluster-rules.ts sleep steadyMs wallMs
    src/cli/clock.ts sleep
    src/cli/journal.ts wallMs
    src/cli/prove.ts sleep
    src/cli/run-exchange.ts after steadyMs
    src/cli/stop.ts sleep steadyMs
    `,
  ],
  [
    "a caller's patience, and how long its bot sleeps",
    `
    src/client/http.ts after
    src/client/live/catch-up.ts sleep
    src/client/live/connection.ts after steadyMs
    src/client/lockstep.ts sleep
    `,
  ],
  [
    "how long somebody's program may take; a rehearsal's own notes have both times",
    `
    src/rehearsal/admin-ask.ts sleep steadyMs
    src/rehearsal/backtest/bot.ts after
    src/rehearsal/backtest/run.ts after sleep
    src/rehearsal/branches/branches.ts wallMs
    src/rehearsal/checkup/facts/request-log.ts after wallMs
    src/rehearsal/styles/honest/habits.ts sleep
    src/rehearsal/timed/delays.ts sleep
    src/rehearsal/timed/lockstep.ts after
    src/rehearsal/timed/rehearsal.ts after
    `,
  ],
];
