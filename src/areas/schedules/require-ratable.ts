import type { AccountRow } from '#areas/accounts/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { findPriceErrors } from './find-price-errors.ts';
import { scheduleHasErrors } from './problems.ts';
import { pricesOf, readPrices } from './read-prices.ts';
import { requireCurrency, requireOpenPlans } from './resolve-association.ts';
import type { PlannedSchedule } from './store/schedules.ts';
import { isLive } from './timeline.ts';

/**
 * Refuses what could not be billed before it is live: each new schedule is priced in the currency of the
 * account, and cards, rules and cycles that are the account's own have no error. A plan was checked when it
 * was finalized, and what is live already goes on.
 */
export async function requireRatable(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  facts: {
    account: AccountRow;
    schedules: readonly PlannedSchedule[];
    live: readonly PlannedSchedule[];
  },
): Promise<void> {
  const { account, live } = facts;
  const fresh = facts.schedules.filter((schedule) => !isLive(schedule, live));
  await requireOpenPlans(tx, org, [...new Set(fresh.map(({ planId }) => planId))]);
  for (const { planVersion: version, ...plan } of fresh)
    requireCurrency({ ...plan, version }, account.invoiceCurrency);
  const schedules = fresh.filter(({ isOverridden }) => isOverridden);
  const prices = await readPrices(tx, org, schedules);
  for (const schedule of schedules) {
    const errors = await findPriceErrors(tx, org, {
      ...{ schedule, prices: pricesOf(schedule, prices), currency: account.invoiceCurrency },
      isLenient: schedule.overrideReferenceId === null,
    });
    if (errors.length > 0)
      throw scheduleHasErrors({
        id: schedule.id,
        plan: schedule.planName,
        from: schedule.startDate.toString(),
        errors: errors.map(({ entityId, errorMessage }) => `${entityId}: ${errorMessage}`),
      });
  }
}
