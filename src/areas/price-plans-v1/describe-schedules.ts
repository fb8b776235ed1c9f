import { listManyRateCards, pricedCurrencies, type RateCardRow } from '#areas/price-plans/index.ts';
import { describeRule, listManyPricingRules } from '#areas/pricing-rules/index.ts';
import { statedCycle } from '#core/explicit-cycle.ts';
import { FOREVER_INSTANT } from '#core/period-zone.ts';
import type { Context } from '#platform/http/operation.ts';
import { describeDetails } from './describe-plan.ts';
import type { ShownSchedule } from './store/schedules.ts';

interface Wanted {
  isCompact: boolean;
  isWithPlan: boolean;
}

/** An account's schedules as the first version of the API shows them, with their effective prices. */
export async function describeSchedules(
  { tx, org }: Pick<Context, 'tx' | 'org'>,
  schedules: readonly ShownSchedule[],
  { isCompact, isWithPlan }: Wanted,
) {
  const references = isCompact ? [] : [...new Set(schedules.map(priceReferenceOf))];
  const [allCards, allRules] = await Promise.all([
    listManyRateCards(tx, org, references),
    listManyPricingRules(tx, org, references),
  ]);
  return schedules.map((schedule) => {
    const isOwn = (row: { referenceId: string }) => row.referenceId === priceReferenceOf(schedule);
    const rules = allRules.filter(isOwn).map(describeRule);
    return {
      id: schedule.id,
      ...(!isCompact && {
        pricePlanDetails: describeScheduleDetails(schedule, allCards.filter(isOwn)),
        pricingRules: rules,
      }),
      startDate: schedule.startAt,
      endDate: schedule.endAt ?? FOREVER_INSTANT,
      version: schedule.planVersion,
      isOverriden: schedule.isOverridden,
      pricePlanId: schedule.planId,
      pricePlanName: schedule.planName,
      ...(isWithPlan && {
        pricePlanInfo: { name: schedule.planName, description: schedule.planDescription },
      }),
    };
  });
}

function priceReferenceOf({ overrideReferenceId, planReferenceId }: ShownSchedule): string {
  return overrideReferenceId ?? planReferenceId;
}

/** The account's own cards may have fewer currencies than the plan; a minimum is optional. */
function describeScheduleDetails(schedule: ShownSchedule, cards: readonly RateCardRow[]) {
  const { supportedCurrencies, activeCurrencies } = schedule;
  const pricingCycleConfig = statedCycle(schedule);
  const priced = cards.filter(({ type }) => type !== 'MINIMUM_COMMITMENT').map(pricedCurrencies);
  const isPriced = (currency: string) => priced.every((currencies) => currencies.includes(currency));
  const isOwn = schedule.overrideReferenceId !== null;
  const version = { ...schedule, status: 'ACTIVE', pricingCycleConfig } as const;
  if (!isOwn) return describeDetails(version, cards);
  const currencies = {
    supportedCurrencies: supportedCurrencies.filter(isPriced),
    activeCurrencies: activeCurrencies?.filter(isPriced) ?? null,
  };
  return describeDetails({ ...version, ...currencies }, cards);
}
