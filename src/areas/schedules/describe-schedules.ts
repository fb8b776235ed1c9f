import { describeRateCard, pricedCurrencies, type RateCardRow } from '#areas/price-plans/index.ts';
import { describeRule } from '#areas/pricing-rules/index.ts';
import { canonicalJson } from '#core/canonical-json.ts';
import { statedCycle } from '#core/explicit-cycle.ts';
import { FOREVER_INSTANT } from '#core/period-zone.ts';
import type { Context } from '#platform/http/operation.ts';
import { type Prices, pricesOf, readPrices } from './read-prices.ts';
import type { PlanOverride } from './schema.ts';
import type { PlannedSchedule } from './store/schedules.ts';

type Reading = Pick<Context, 'tx' | 'org'>;

/** Schedules as they are on the wire, with their pricing rules. */
export async function describeSchedules({ tx, org }: Reading, schedules: readonly PlannedSchedule[]) {
  const prices = await readPrices(tx, org, schedules);
  return schedules.map((schedule) => describeSchedule(schedule, pricesOf(schedule, prices)));
}

/** The older wire format in responses to edits: only differences from the plan. */
export async function describePlanOverrides({ tx, org }: Reading, schedules: readonly PlannedSchedule[]) {
  const priced = schedules.filter(({ overrideReferenceId }) => overrideReferenceId !== null);
  const prices = await readPrices(tx, org, priced);
  return schedules.map((schedule) => describePlanOverride(schedule, pricesOf(schedule, prices)));
}

function describeSchedule(row: PlannedSchedule, prices: Prices) {
  const { id, accountId, deferredRevenue, allowOngoingCycleUpdates, isOverridden, startAt, endAt } = row;
  return {
    ...{ id, accountId, deferredRevenue, allowOngoingCycleUpdates, isOverridden },
    pricePlanId: row.planId,
    version: row.planVersion,
    pricePlanInfo: { name: row.planName, description: row.planDescription },
    accountScheduleInfo: {
      supportedCurrencies: listCurrencies(row, prices),
      pricingCycleConfig: statedCycle(row) as WireCycle,
      pricingRules: prices.rules.map(describeRule),
    },
    startDate: startAt,
    endDate: endAt ?? FOREVER_INSTANT,
  };
}

function describePlanOverride(row: PlannedSchedule, prices: Prices) {
  const isPriced = row.overrideReferenceId !== null;
  const cycle = describeCycle(row);
  const isDifferent = row.isOverridden || cycle !== null;
  return {
    id: row.id,
    pricePlanId: row.planId,
    pricePlanName: row.planName,
    pricePlanDetailsOverride: isDifferent
      ? { ...cycle, ...(isPriced && describeCards(prices.cards)) }
      : undefined,
    pricingRulesOverride: isPriced ? prices.rules.map(describeRule) : undefined,
    startDate: row.startAt,
    endDate: row.endAt ?? FOREVER_INSTANT,
  };
}

/** A card of a schedule; a card of its override references the schedule, not the plan. */
export function describeScheduleCard(card: RateCardRow, schedule: PlannedSchedule) {
  const { id, planId: pricePlanId, accountId, overrideReferenceId } = schedule;
  const described = describeRateCard(card, { pricePlanId, accountId });
  if (overrideReferenceId === null) return described;
  return { ...described, referenceId: id, referenceType: 'SCHEDULE' };
}

type WireCycle = NonNullable<NonNullable<PlanOverride['pricePlanDetailsOverride']>['pricingCycleConfig']>;

/** Null if the schedule has the plan's cycle. */
function describeCycle(row: PlannedSchedule) {
  const cycle = statedCycle(row);
  const isSame = canonicalJson(cycle) === canonicalJson(row.planCycleConfig);
  return isSame ? null : { pricingCycleConfig: cycle as WireCycle };
}

/** The list that holds the cards of each type. */
const LISTS = {
  USAGE: 'usageRateCards',
  FIXED_FEE: 'fixedFeeRateCards',
  LICENSE: 'licenseRateCards',
  BILLING_ENTITLEMENT: 'billingEntitlementRateCards',
  ENTITLEMENT_OVERAGE: 'entitlementOverageRateCards',
  CREDIT_GRANT: 'creditGrantRateCards',
  MINIMUM_COMMITMENT: null,
} as const;

/** Cards by type, each as its member of `rateCardDetails`; omits types without cards. */
function describeCards(cards: readonly RateCardRow[]): CardLists {
  const lists: Record<string, unknown> = {};
  for (const { type, details } of cards) {
    const [card] = Object.values(details);
    const list = LISTS[type];
    if (list === null) lists.minimumCommitment = card;
    else lists[list] = [...((lists[list] as unknown[] | undefined) ?? []), card];
  }
  return lists;
}

type CardLists = Omit<NonNullable<PlanOverride['pricePlanDetailsOverride']>, 'pricingCycleConfig'>;

/**
 * For a schedule with its own cards: the currencies that all of them price; a minimum is optional in each.
 */
function listCurrencies({ supportedCurrencies, overrideReferenceId }: PlannedSchedule, { cards }: Prices) {
  if (overrideReferenceId === null) return supportedCurrencies;
  const priced = cards.filter(({ type }) => type !== 'MINIMUM_COMMITMENT').map(pricedCurrencies);
  return supportedCurrencies.filter((currency) => priced.every((each) => each.includes(currency)));
}
