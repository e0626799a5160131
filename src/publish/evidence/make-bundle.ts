/**
 * A contest's evidence as a file (docs/evidence.md, Bundle). The log is gone through once: rows of leaves are written
 * to a file beside, bodies are hashed; then everything is packed in the order of its name, bodies read a second time.
 * So it takes the memory of a row for each file, whatever they weigh.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BundlePart, isTaken, wholePart, writeParts } from '../../bundle/bundle-file.ts';
import { ArchiveRefused } from '../../bundle/tar.ts';
import { tilePath, tilesOf } from '../../core/log/tiles.ts';
import { canonicalText } from '../../core/text/canonical.ts';
import { OWN_REPORT, ownReportOf } from '../../core/verification/own-report.ts';
import type { Report } from '../../core/verification/report.ts';
import type { Given } from '../../core/verification/open-leaf.ts';
import type { Database } from '../../store/database/db.ts';
import { leavesOfOthers, logTile } from '../../store/evidence/log-tiles.ts';
import { SKILL } from '../../core/verification/judge-skill.ts';
import { reportBody, reportSkill } from '../../store/evidence/reports.ts';
import { bodyOf, minuteOf, type StoredLeaf } from '../../store/evidence/stored-leaves.ts';
import { EvidenceBroken } from '../../store/errors.ts';
import { type LogFacts, type OpenedLeaf, openedLog } from './opened-log.ts';
import { partShown, type Shown } from './shown.ts';

export interface BundleJob {
  readonly log: LogFacts;
  readonly shown: Shown;
  /** Leaves from there on are after the contest: nothing of them is shown. */
  readonly until: number;
  /** The small files that need no database, by path. */
  readonly texts: Readonly<Record<string, string>>;
  /** Of the report in force; null before the first. */
  readonly reportSha256: string | null;
  /** Destination of the bundle. */
  readonly path: string;
}

/** Writes it; resolves with its size. @throws EvidenceBroken, ArchiveRefused */
export async function makeBundle(database: Database, job: BundleJob): Promise<number> {
  const rowsPath = `${job.path}.rows`;
  try {
    const parts = [...(await leafParts(database, job, rowsPath)), ...(await fixedParts(database, job))];
    await writeTo(job.path, parts, 'packed');
    // Text that says the same a thousand times packs too well: no reader would let it grow so far.
    if (!isTaken(parts, statSync(job.path).size)) await writeTo(job.path, parts, 'plain');
    return statSync(job.path).size;
  } finally {
    rmSync(rowsPath, { force: true });
  }
}

async function writeTo(path: string, parts: readonly BundlePart[], how: 'packed' | 'plain'): Promise<void> {
  try {
    await pipeline(Readable.from(writeParts(parts, how)), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    throw error instanceof ArchiveRefused ? new EvidenceBroken(error.message) : error;
  }
}

/** The rows of leaves, and the bodies and minutes that lie beside them. */
async function leafParts(
  database: Database,
  { log, shown, until }: BundleJob,
  rowsPath: string,
): Promise<BundlePart[]> {
  const parts: BundlePart[] = [];
  const rows = createWriteStream(rowsPath, { mode: 0o600 });
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const leaf of openedLog(database, log)) {
    const given = leaf.stored.index < until ? partShown(shown, log, leaf) : null;
    if (given === null) continue;
    const row = Buffer.from(`${rowText(leaf, given)}\n`);
    digest.update(row);
    bytes += row.length;
    if (!rows.write(row)) await once(rows, 'drain');
    parts.push(...filesOf(database, leaf.stored, given));
  }
  rows.end();
  await once(rows, 'finish');
  const sha256 = digest.digest('hex');
  return [...parts, { path: 'leaves.jsonl', bytes, sha256, read: () => createReadStream(rowsPath) }];
}

function rowText({ stored }: OpenedLeaf, { header, key, uid, keys }: Given): string {
  return canonicalText({
    index: stored.index,
    ...(header === undefined ? {} : { header }),
    ...(key === undefined ? {} : { key }),
    ...(uid === undefined ? {} : { uid }),
    ...(keys === undefined ? {} : { keys: { ...keys } }),
  });
}

function filesOf(database: Database, stored: StoredLeaf, { body, minute, header }: Given): BundlePart[] {
  const part = (path: string, content: Uint8Array, read: () => Promise<Uint8Array | null>): BundlePart => ({
    path,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    async *read() {
      const again = await read();
      if (again !== null) yield again;
    },
  });
  if (body !== undefined)
    return [part(`bodies/${stored.index}`, body, async () => (await bodyOf(database, stored))?.body ?? null)];
  if (minute === undefined) return [];
  const { contest, at } = JSON.parse(header ?? '') as { readonly contest: string; readonly at: number };
  const read = async (): Promise<Uint8Array | null> => {
    const text = await minuteOf(database, contest, at);
    return text === null ? null : Buffer.from(text);
  };
  return [part(`minutes/${stored.index}.json`, minute, read)];
}

/** The log's tiles, and what the state says of the contest. */
async function fixedParts(database: Database, job: BundleJob): Promise<BundlePart[]> {
  const { log, texts } = job;
  const parts = Object.entries(texts).map(([path, text]) => wholePart(path, Buffer.from(text)));
  parts.push(...(await reportParts(database, job)));
  for (const tile of tilesOf(log.size)) {
    const names = tile.level === 0 ? [tile, { ...tile, level: 'entries' as const }] : [tile];
    for (const name of names) {
      const bytes = await logTile(database, name);
      if (bytes === null) throw new EvidenceBroken(`${tilePath(name)} is not stored`);
      parts.push(wholePart(tilePath(name), bytes));
    }
  }
  return parts;
}

/** The report; to a team before the end only what concerns it, since its lines say whose the leaves are. */
async function reportParts(database: Database, { log, shown, reportSha256 }: BundleJob) {
  if (reportSha256 === null) return [];
  const body = await reportBody(database, { contest: log.contest, sha256: reportSha256 });
  if (body === null) throw new EvidenceBroken(`the report ${reportSha256} is not stored`);
  if (shown.variant !== 'team' || shown.isFinal) {
    const skill = await reportSkill(database, { contest: log.contest, sha256: reportSha256 });
    const whole = [wholePart('report.json', Buffer.from(body))];
    return skill === null ? whole : [...whole, wholePart(SKILL, Buffer.from(skill))];
  }
  const { team, uid } = shown;
  const report = JSON.parse(body) as Report;
  const named = report.teams.flatMap(({ findings }) => findings.flatMap(({ evidence }) => evidence));
  const others = await leavesOfOthers(database, { uid: Number(uid), indices: named });
  const own = ownReportOf(report, reportSha256, team, (index) => others.includes(index));
  return [wholePart(OWN_REPORT, Buffer.from(canonicalText(own)))];
}
