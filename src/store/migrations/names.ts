/**
 * The names of all migrations, in their order for ever; a released one is never edited or removed. Kept apart from what
 * they do (migrate.ts), so that a database can be looked at without loading that.
 */
export const MIGRATION_NAMES = [
  '0001-primary',
  '0002-projected',
  '0003-funding',
  '0004-causes',
  '0005-copy',
  '0006-owner',
  '0007-numbered',
  '0008-bars',
  '0009-small-rows',
  '0010-grades',
  '0011-tlog',
  '0012-retention',
  '0013-contest',
  '0014-traces',
  '0015-report',
  '0016-judging',
  '0019-leaf-hashes',
  '0020-small-leaves',
] as const;

export type MigrationName = (typeof MIGRATION_NAMES)[number];
