import { type Static, Type } from 'typebox';
import {
  CardBounds,
  Currency,
  CurrencySlabRateDetail,
  MAX_CARDS,
  MAX_CURRENCIES,
  MigrationMode,
  PLAN_TYPES,
  PricingCycleConfig,
  Rate,
  slabRates,
  supportedCurrencies,
  VersionsToMigrate,
} from '#areas/price-plans/index.ts';
import { CreatePricingRule, PricingRule } from '#areas/pricing-rules/index.ts';
import { Closed, DateTime, Enum, List, Name, Nullable, PageOf, Text } from '#platform/http/schemas.ts';
import {
  CreatePricePlanDetailsOverride,
  cardLists,
  minimumCommitment,
  shownCards,
} from './card-lists-schema.ts';

const description = Text(0, 255);
export const pricingRules = List(CreatePricingRule, {
  maxItems: 100,
  description: 'The complete list of rules',
});

export const CreatePricePlanDetails = Closed(
  {
    pricingCycleConfig: Type.Optional(PricingCycleConfig),
    supportedCurrencies,
    ...cardLists,
    minimumCommitment,
    deferredRevenue: Type.Optional(Type.Boolean()),
    allow_ongoing_cycle_updates: Type.Optional(Type.Boolean()),
  },
  { component: 'CreatePricePlanDetails' },
);
export const CreatePricePlanRequest = Closed(
  {
    name: Name(1, 50),
    description: Type.Optional(description),
    type: Type.Optional(Enum(PLAN_TYPES, { description: 'Default BILLING' })),
    pricePlanDetails: CreatePricePlanDetails,
    pricingRules: Type.Optional(pricingRules),
  },
  { component: 'CreatePricePlanRequest' },
);
export type CreatePricePlanRequest = Static<typeof CreatePricePlanRequest>;

export const UpdatePricePlanRequest = Closed(
  {
    description: Type.Optional(Nullable(description)),
    pricePlanDetails: Type.Optional(CreatePricePlanDetailsOverride),
    migrationMode: Type.Optional(MigrationMode),
    versionsToMigrate: Type.Optional(VersionsToMigrate),
    pricingRules: Type.Optional(pricingRules),
  },
  { component: 'UpdatePricePlanRequest' },
);
export type UpdatePricePlanRequest = Static<typeof UpdatePricePlanRequest>;

const shownDetails = {
  supportedCurrencies: Type.Array(Type.String()),
  activeCurrencies: Type.Array(Type.String(), {
    description: 'Currencies in which accounts can be billed; none in a draft',
  }),
  pricingCycleConfig: Type.Optional(PricingCycleConfig),
  ...shownCards,
  type: Enum(PLAN_TYPES),
  deferredRevenue: Type.Boolean(),
  allow_ongoing_cycle_updates: Type.Boolean(),
};
export const PricePlanDetails = Closed(shownDetails, { component: 'PricePlanDetails' });

export const pricingSchedule = {
  id: Type.String({ description: 'Reference of the version for its cards and rules' }),
  pricePlanDetails: Type.Optional(PricePlanDetails),
  startDate: DateTime({ description: 'When the version became active; for a draft, its creation' }),
  endDate: DateTime({ description: 'When the next version became active; 9999-01-01T00:00:00Z is forever' }),
  version: Type.Integer(),
  pricingRules: Type.Optional(Type.Array(PricingRule)),
  isOverriden: Type.Boolean(),
};
const STATUSES = ['DRAFT', 'ACTIVE', 'ARCHIVED'] as const;
export const PricePlan = Closed(
  {
    id: Type.String(),
    name: Text(0, 50),
    type: Enum(PLAN_TYPES),
    description: Type.Optional(description),
    status: Enum(STATUSES),
    pricingSchedule: Type.Array(Closed(pricingSchedule), { description: 'The requested version' }),
  },
  { component: 'PricePlan' },
);

const PricePlanListData = Closed(
  {
    id: Text(0, 50),
    name: Text(0, 50),
    version: Type.Integer(),
    description: Type.Optional(description),
    status: Enum(STATUSES),
    usageMeters: Type.Array(Type.String()),
    pricePlanDetails: PricePlanDetails,
    pricingRules: Type.Array(PricingRule),
    createdAt: DateTime(),
    updatedAt: DateTime(),
    type: Enum(PLAN_TYPES),
  },
  { component: 'PricePlanListData' },
);
export const PricePlanPage = PageOf(PricePlanListData);

export const ActivatePricePlanRequest = Closed(
  {
    currencies: List(Currency, { minItems: 1, maxItems: MAX_CURRENCIES, uniqueItems: true }),
  },
  { component: 'ActivatePricePlanRequest' },
);

const rateConfig = Type.Optional(CardBounds);
const id = Text(1, 50);
const { currency: _, ...grantRates } = CurrencySlabRateDetail.properties;
const SlabRates = Closed({ id, slabRates, rateConfig }, { component: 'SlabRates' });
export const AddCurrencyToPricePlanRequest = Closed(
  {
    currency: Currency,
    usageRates: Type.Optional(
      List(Closed({ usageMeterId: id, slabRates, rateConfig }), { maxItems: MAX_CARDS }),
    ),
    fixedFeeRates: Type.Optional(List(Closed({ id, rate: Rate }), { maxItems: MAX_CARDS })),
    licenseRates: Type.Optional(List(SlabRates, { maxItems: MAX_CARDS })),
    billingEntitlementRates: Type.Optional(List(SlabRates, { maxItems: MAX_CARDS })),
    minimumCommitmentRate: Type.Optional(Rate),
    creditGrantRates: Type.Optional(List(Closed({ id, ...grantRates }), { maxItems: MAX_CARDS })),
    entitlementOverageRates: Type.Optional(List(SlabRates, { maxItems: MAX_CARDS })),
  },
  { component: 'AddCurrencyToPricePlanRequest' },
);
export type AddCurrencyToPricePlanRequest = Static<typeof AddCurrencyToPricePlanRequest>;

export const PricePlanParams = Type.Object({ price_plan_id: id });
