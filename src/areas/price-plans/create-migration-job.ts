import { createJob, type JobRow } from '#areas/jobs/index.ts';
import type { Actor, Context } from '#platform/http/operation.ts';
import { type MigrationTerms, writeTerms } from './migration-terms.ts';
import { listScheduledAccounts } from './store/migrations.ts';

/** Scheduled work of the plan-migrations area: one entry of a migration. Payload: that of a job entry. */
export const MIGRATE_ACCOUNT = 'plan_migrations.account';

type Migrating = Pick<Context, 'tx' | 'org' | 'now'>;

/** Creates the job of a migration, with one entry for each account that the source prices now or later. */
export async function createMigrationJob(
  context: Migrating & { actor?: Actor },
  requested: {
    terms: MigrationTerms;
    requireConfirmation: boolean;
    /** Those of the source that move; default: all. */
    accountIds?: readonly string[] | undefined;
  },
): Promise<JobRow> {
  const { terms, requireConfirmation, accountIds } = requested;
  return createJob(context, {
    ...{ type: 'PRICE_PLAN', entryKind: MIGRATE_ACCOUNT, requireConfirmation },
    entityIds: await listMigratedAccounts(context, terms, accountIds),
    metadata: writeTerms(terms),
  });
}

/** Accounts that a migration moves, by id; of the chosen ones only those that the source prices. */
export async function listMigratedAccounts(
  { tx, org, now }: Migrating,
  { sourceId: planId, sourceVersions: versions }: MigrationTerms,
  chosen?: readonly string[],
): Promise<string[]> {
  const all = await listScheduledAccounts(tx, org, { planId, versions, now });
  if (!chosen) return all;
  const wanted = new Set(chosen);
  return all.filter((id) => wanted.has(id));
}
