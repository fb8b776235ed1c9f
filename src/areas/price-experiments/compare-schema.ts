import { type Static, Type } from 'typebox';
import { RATE_CARD_TYPES } from '#areas/price-plans/index.ts';
import { CreatePricePlanDetails } from '#areas/price-plans-v1/index.ts';
import { Closed, DateTime, Enum, ExactNumber, List, Text } from '#platform/http/schemas.ts';

const MAX_ACCOUNTS = 50;
const MAX_INSTANTS = 12;

const ComparedPlan = Closed(
  {
    mode: Enum(['CUSTOM', 'PRICE_PLAN', 'ACCOUNT'], {
      description: 'ACCOUNT: the plan of each account with its overrides',
    }),
    pricePlanDetails: Type.Optional(CreatePricePlanDetails),
    pricePlanId: Type.Optional(Text(1, 50, { description: 'PRICE_PLAN: may be a draft' })),
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'PRICE_PLAN: default the newest' }),
    ),
  },
  { component: 'ComparedPlan' },
);
export type ComparedPlan = Static<typeof ComparedPlan>;

const Period = Closed(
  {
    mode: Enum(['LOOKUP_CYCLE', 'LOOKUP_RANGE']),
    lookupCycle: Type.Optional(
      Closed({
        cycleEffectiveOn: Type.Optional(
          List(DateTime(), {
            ...{ minItems: 1, maxItems: MAX_INSTANTS },
            description: 'An instant of each cycle; default now',
          }),
        ),
      }),
    ),
    lookupRange: Type.Optional(
      Closed(
        { start: DateTime(), end: DateTime() },
        { description: 'LOOKUP_RANGE: cycles that begin in the range; 12 months at most' },
      ),
    ),
  },
  { component: 'ComparisonPeriod' },
);
export type Period = Static<typeof Period>;

export const PlanComparisonRequest = Closed(
  {
    accountId: Type.Optional(Text(1, 50, { description: 'One account; instead of accountIds' })),
    accountIds: Type.Optional(List(Text(1, 50), { minItems: 1, maxItems: MAX_ACCOUNTS, uniqueItems: true })),
    base: ComparedPlan,
    candidate: ComparedPlan,
    period: Period,
  },
  { component: 'PlanComparisonRequest' },
);
export type PlanComparisonRequest = Static<typeof PlanComparisonRequest>;

const both = {
  base: ExactNumber(),
  candidate: ExactNumber(),
  difference: ExactNumber({ description: 'candidate − base' }),
};
const { base, candidate, difference } = both;
const ComparedCard = Closed(
  {
    type: Enum(RATE_CARD_TYPES),
    billableId: Type.String(),
    displayName: Type.String(),
    base: Type.Optional(base),
    candidate: Type.Optional(candidate),
    difference,
  },
  { component: 'ComparedCard' },
);
const ComparedCycle = Closed(
  {
    scheduleId: Type.String(),
    start: DateTime(),
    end: DateTime(),
    cards: Type.Array(ComparedCard, {
      description: 'By billable; omits the amount of a plan without a card for it',
    }),
    ...both,
  },
  { component: 'ComparedCycle' },
);
const ComparedAccount = Closed(
  {
    accountId: Type.String(),
    currency: Type.String(),
    reason: Type.Optional(Type.String({ description: 'Reason why there are no amounts' })),
    cycles: Type.Array(ComparedCycle),
    base: Type.Optional(base),
    candidate: Type.Optional(candidate),
    difference: Type.Optional(difference),
  },
  { component: 'ComparedAccount' },
);
export const PlanComparison = Closed(
  {
    accounts: Type.Array(ComparedAccount),
    totals: Type.Array(
      Closed({
        currency: Type.String(),
        accounts: Type.Integer({ description: 'Number of accounts with amounts' }),
        ...both,
      }),
      { description: 'By currency, without conversion' },
    ),
  },
  { component: 'PlanComparison' },
);
