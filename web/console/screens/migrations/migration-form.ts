import type { CreatePricePlanMigrationRequest } from '../../../api/generated/request-types.ts';
import { wholeOf } from '../../../format/decimals.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/migrations.json';
import type { Form } from '../../../ui/use-form.ts';

export type MigrationFields = {
  source: string;
  version: string;
  target: string;
  targetVersion: string;
  mode: string;
  keepsOffsets: boolean;
};

export const MODES = [
  ...(['NEXT_CYCLE', 'IMMEDIATE', 'START_OF_CURRENT_CYCLE'] as const),
  ...(['NEXT_CYCLE_IGNORE_OVERRIDE', 'IMMEDIATE_IGNORE_OVERRIDE'] as const),
] as const;

/** The target may be empty: accounts then leave the plan. */
export function migrationForm(
  given: Partial<MigrationFields>,
  say: Translate<keyof typeof texts>,
): Form<MigrationFields, CreatePricePlanMigrationRequest> {
  return {
    initial: {
      ...{ source: '', version: '1', target: '', targetVersion: '', mode: 'NEXT_CYCLE', keepsOffsets: false },
      ...given,
    },
    check: ({ source, version, target, targetVersion }) => ({
      ...(source === '' && { source: say('sourceNeeded') }),
      ...(!isVersion(version) && { version: say('versionNeeded') }),
      ...(targetVersion !== '' && !isVersion(targetVersion) && { targetVersion: say('versionNeeded') }),
      ...(target === '' && targetVersion !== '' && { target: say('targetNeeded') }),
      ...(target === source &&
        target !== '' &&
        targetVersion === version && { targetVersion: say('sameVersion') }),
    }),
    read: requestOf,
  };
}

export function requestOf(fields: MigrationFields): CreatePricePlanMigrationRequest {
  const { source, version, target, targetVersion, mode, keepsOffsets } = fields;
  return {
    sourceId: source,
    sourceVersion: wholeOf(version) ?? 1,
    ...(target !== '' && { targetId: target }),
    ...(targetVersion !== '' && { targetVersion: wholeOf(targetVersion) ?? 1 }),
    migrationMode: mode as CreatePricePlanMigrationRequest['migrationMode'],
    ...(keepsOffsets && { retainStartOffsets: true }),
  };
}

function isVersion(text: string): boolean {
  return (wholeOf(text) ?? 0) > 0;
}

/** The terms of a job, as its metadata has them; null for a job that is no migration. */
export function requestOfJob(
  metadata: Readonly<Record<string, string>> | undefined,
): CreatePricePlanMigrationRequest | null {
  const {
    sourceId,
    sourceVersion = '',
    targetId,
    targetVersion,
    migrationMode,
    retainStartOffsets,
  } = metadata ?? {};
  const version = wholeOf(sourceVersion);
  // A migration of several versions is not repeated by one request.
  if (!sourceId || version === null || !migrationMode) return null;
  return requestOf({
    ...{ source: sourceId, version: sourceVersion, target: targetId ?? '', mode: migrationMode },
    ...{ targetVersion: targetVersion ?? '', keepsOffsets: retainStartOffsets === 'true' },
  });
}
