import type { PricePlanV2 } from '../../../api/generated/types.ts';
import { wholeOf } from '../../../format/decimals.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/planForm.json';
import type { Form, FormErrors } from '../../../ui/use-form.ts';

type Say = Translate<keyof typeof texts>;

/** The terms of a plan, and for a new one what it begins with. */
export type PlanFields = {
  name: string;
  description: string;
  type: string;
  currencies: string;
  interval: string;
  dayOffset: string;
  monthOffset: string;
  isAnniversary: boolean;
  intervalDays: string;
  grace: string;
  isDeferred: boolean;
  isUpdatable: boolean;
  template: string;
  sourceId: string;
  meterId: string;
  addOnId: string;
};

export const INTERVALS = [
  ...(['MONTHLY', 'WEEKLY', 'QUARTERLY', 'HALF_YEARLY', 'ANNUALLY', 'CUSTOM_DAYS'] as const),
];
/** Intervals that begin in a month of their own. */
export const LONG_INTERVALS: readonly string[] = ['QUARTERLY', 'HALF_YEARLY', 'ANNUALLY'];

export const NEW_PLAN: PlanFields = {
  ...{ name: '', description: '', type: 'BILLING', currencies: 'USD' },
  ...{ interval: 'MONTHLY', dayOffset: '1', monthOffset: '1', isAnniversary: false, intervalDays: '30' },
  ...{ grace: '2', isDeferred: false, isUpdatable: false },
  ...{ template: 'EMPTY', sourceId: '', meterId: '', addOnId: '' },
};

export function fieldsOfPlan(plan: PricePlanV2): PlanFields {
  const { pricingCycleConfig: cycle } = plan;
  const { dayOffset = '1', monthOffset } = cycle?.startOffset ?? {};
  return {
    ...NEW_PLAN,
    ...{ name: plan.name, description: plan.description ?? '', type: plan.type },
    ...{ currencies: plan.supportedCurrencies.join(', '), interval: cycle?.interval ?? 'MONTHLY', dayOffset },
    monthOffset: monthOffset && monthOffset !== 'NIL' ? monthOffset : '1',
    isAnniversary: cycle?.anniversaryCycle ?? false,
    intervalDays: String(cycle?.intervalDays ?? 30),
    grace: String(cycle?.gracePeriod ?? 0),
    ...{ isDeferred: plan.deferredRevenue, isUpdatable: plan.allowOngoingCycleUpdates },
  };
}

export function currenciesOf(text: string): string[] {
  return [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ),
  ];
}

/** `extra` checks what a new plan begins with. */
export function planForm(
  initial: PlanFields,
  say: Say,
  extra: (fields: PlanFields) => FormErrors<PlanFields> = () => ({}),
): Form<PlanFields, PlanFields> {
  return {
    initial,
    check: (fields) => ({ ...checkTerms(fields, say), ...extra(fields) }),
    read: (fields) => fields,
  };
}

function checkTerms(fields: PlanFields, say: Say): FormErrors<PlanFields> {
  const { name, type, currencies, interval, dayOffset, intervalDays, grace, isAnniversary } = fields;
  const codes = currenciesOf(currencies);
  const isBilling = type === 'BILLING';
  const days = wholeOf(dayOffset);
  const most = interval === 'WEEKLY' ? 7 : 31;
  const isDay = dayOffset === 'LAST' || (days !== null && days >= 1 && days <= most);
  const count = wholeOf(intervalDays);
  return {
    ...(name.trim() === '' && { name: say('nameNeeded') }),
    ...((codes.length === 0 || codes.some((code) => !/^[A-Z]{3}$/.test(code))) && {
      currencies: say('currenciesInvalid'),
    }),
    ...(isBilling &&
      !isAnniversary &&
      interval !== 'CUSTOM_DAYS' &&
      !isDay && {
        dayOffset: say('dayInvalid', { most }),
      }),
    ...(isBilling &&
      interval === 'CUSTOM_DAYS' &&
      (count === null || count < 1 || count > 366) && {
        intervalDays: say('daysInvalid'),
      }),
    ...(isBilling && wholeOf(grace) === null && { grace: say('graceInvalid') }),
  };
}
