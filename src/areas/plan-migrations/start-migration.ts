import { createMigrationJob, listMigratedAccounts, type MigrationTerms } from '#areas/price-plans/index.ts';
import { FOREVER } from '#core/period-zone.ts';
import { runDry } from '#platform/db/dry-run.ts';
import type { Context } from '#platform/http/operation.ts';
import { Problem } from '#platform/problem.ts';
import { migrateAccount } from './migrate-account.ts';
import { readMigration } from './read-migration.ts';
import type { CreatePricePlanMigrationRequest } from './schema.ts';

const MAX_DRY_RUN = 100;

/** Creates the job of a migration, one entry per current account of the source; or returns a preview. */
export async function startMigration(
  context: Context,
  body: CreatePricePlanMigrationRequest,
  { isDryRun }: { isDryRun: boolean },
) {
  const terms = await readMigration(context.tx, context.org, body);
  if (isDryRun) return { success: true, ...(await dryRunMigration(context, terms, body.accountIds)) };
  const { requireConfirmation = false, accountIds } = body;
  const { id: jobId } = await createMigrationJob(context, { terms, requireConfirmation, accountIds });
  return { success: true, jobId };
}

/** Moves each account and rolls the move back, one after the other. */
async function dryRunMigration(context: Context, terms: MigrationTerms, chosen?: readonly string[]) {
  const accountIds = await listMigratedAccounts(context, terms, chosen);
  const accounts = [];
  for (const accountId of accountIds.slice(0, MAX_DRY_RUN))
    accounts.push(await dryRunAccount(context, accountId, terms));
  return { accountsTotal: accountIds.length, accounts };
}

async function dryRunAccount(context: Context, accountId: string, terms: MigrationTerms) {
  try {
    const moved = await runDry(context.tx, () => migrateAccount(context, { accountId, terms }));
    const { effectiveFrom, dropped, schedules } = moved;
    const shown = schedules.map(({ planId, planVersion, startDate, endDate, isOverridden }) => ({
      ...{ pricePlanId: planId, version: planVersion, startDate, isOverridden },
      endDate: endDate ?? FOREVER,
    }));
    return { accountId, status: 'COMPLETED' as const, effectiveFrom, dropped, schedules: shown };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { accountId, status: 'FAILED' as const, error: error.message, dropped: [], schedules: [] };
  }
}
