import type { AccountRow } from '#areas/accounts/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { findPriceErrors } from './find-price-errors.ts';
import { scheduleHasErrors } from './problems.ts';
import { pricesOf, readPrices } from './read-prices.ts';
import { requireCurrency, requireOpenPlans } from './resolve-association.ts';
import type { PlannedSchedule } from './store/schedules.ts';
import { isLive } from './timeline.ts';

/**
 * Rejects unbillable timelines before they go live: each new schedule must have prices in the account's
 * currency, and the account's own cards, rules and cycles must have no errors. Plans were checked when they
 * were finalized, and live schedules continue.
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
