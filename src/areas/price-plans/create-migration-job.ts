import { createJob } from '#areas/jobs/index.ts';
import type { Actor, Context } from '#platform/http/operation.ts';
import { type MigrationTerms, writeTerms } from './migration-terms.ts';
import { listScheduledAccounts } from './store/migrations.ts';

/** Scheduled work of the plan-migrations area: one entry of a migration. Payload: that of a job entry. */
export const MIGRATE_ACCOUNT = 'plan_migrations.account';

type Migrating = Pick<Context, 'tx' | 'org' | 'now'>;

/** Creates the job of a migration, with one entry for each account that the source prices now or later. */
export async function createMigrationJob(
  context: Migrating & { actor?: Actor },
  { terms, requireConfirmation }: { terms: MigrationTerms; requireConfirmation: boolean },
): Promise<void> {
  await createJob(context, {
    ...{ type: 'PRICE_PLAN', entryKind: MIGRATE_ACCOUNT, requireConfirmation },
    entityIds: await listMigratedAccounts(context, terms),
    metadata: writeTerms(terms),
  });
}

/** Accounts that a migration moves, by id. */
export function listMigratedAccounts(
  { tx, org, now }: Migrating,
  { sourceId: planId, sourceVersions: versions }: MigrationTerms,
): Promise<string[]> {
  return listScheduledAccounts(tx, org, { planId, versions, now });
}
