import type { CreatePricePlanV2Request, PricingCycleConfig } from '../../../api/generated/request-types.ts';
import { wholeOf } from '../../../format/decimals.ts';
import { currenciesOf, LONG_INTERVALS, type PlanFields } from './plan-form.ts';

/** Absent for a plan that is bought once. */
export function cycleOf(fields: PlanFields): PricingCycleConfig | undefined {
  const { type, interval, dayOffset, monthOffset, isAnniversary, intervalDays, grace } = fields;
  if (type === 'PURCHASE') return undefined;
  const gracePeriod = wholeOf(grace) ?? 0;
  const base = { interval: interval as PricingCycleConfig['interval'], gracePeriod };
  if (interval === 'CUSTOM_DAYS') return { ...base, intervalDays: wholeOf(intervalDays) ?? 30 };
  if (isAnniversary) return { ...base, anniversaryCycle: true };
  const month = LONG_INTERVALS.includes(interval) ? monthOffset : 'NIL';
  return { ...base, startOffset: { dayOffset, monthOffset: month } };
}

export function newPlanOf(fields: PlanFields): CreatePricePlanV2Request {
  const cycle = cycleOf(fields);
  return {
    name: fields.name.trim(),
    ...(fields.description.trim() && { description: fields.description.trim() }),
    type: fields.type as CreatePricePlanV2Request['type'],
    supportedCurrencies: currenciesOf(fields.currencies),
    ...(cycle && { pricingCycleConfig: cycle }),
    ...(fields.isDeferred && { deferredRevenue: true }),
    ...(fields.isUpdatable && { allowOngoingCycleUpdates: true }),
  };
}
