import type { JobRow } from '#areas/jobs/index.ts';

export const MIGRATION_MODES = [
  'IMMEDIATE',
  'IMMEDIATE_IGNORE_OVERRIDE',
  'NEXT_CYCLE',
  'NEXT_CYCLE_IGNORE_OVERRIDE',
  'START_OF_CURRENT_CYCLE',
] as const;

/** The terms of a migration, equal for all its accounts. */
export interface MigrationTerms {
  sourceId: string;
  sourceVersions: readonly number[];
  /** Null: accounts are removed from the source. */
  target: { id: string; version: number } | null;
  migrationMode: (typeof MIGRATION_MODES)[number];
  retainStartOffsets: boolean;
}

/** Stores the terms as metadata of their job, where callers can see them and each entry reads them. */
export function writeTerms(terms: MigrationTerms): Record<string, string> {
  const { sourceId, sourceVersions, target, migrationMode, retainStartOffsets } = terms;
  return {
    sourceId,
    sourceVersion: listVersions(sourceVersions),
    ...(target && { targetId: target.id, targetVersion: String(target.version) }),
    migrationMode,
    retainStartOffsets: String(retainStartOffsets),
  };
}

export function readTerms({ id, metadata }: Pick<JobRow, 'id' | 'metadata'>): MigrationTerms {
  const { sourceId, sourceVersion = '', targetId, targetVersion } = metadata;
  const migrationMode = MIGRATION_MODES.find((mode) => mode === metadata.migrationMode);
  if (sourceId === undefined || !migrationMode) throw new TypeError(`job ${id} has no migration terms`);
  return {
    sourceId,
    sourceVersions: sourceVersion.split(',').flatMap(readRange),
    target: targetId === undefined ? null : { id: targetId, version: Number(targetVersion) },
    migrationMode,
    retainStartOffsets: metadata.retainStartOffsets === 'true',
  };
}

/** `1,2,3,7` as `1-3,7`, because metadata texts are limited in length. */
function listVersions(versions: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const version of versions.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && version === last[1] + 1) last[1] = version;
    else ranges.push([version, version]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

function readRange(text: string): number[] {
  const [first = 0, last = first] = text.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
