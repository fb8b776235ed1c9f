import { type Static, Type } from 'typebox';
import { CreatePricePlanDetails } from '#areas/price-plans-v1/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { Closed, DateTime, Enum, ExactNumber, List, Text } from '#platform/http/schemas.ts';

/** A plan has 100 cards at most, and each may read two meters. */
const MAX_METERS = 200;
const MAX_FEATURES = 100;
const MAX_ENTRIES = 1000;

const id = Text(1, 50);
const accountId = id;
const at = (description: string) => Type.Optional(DateTime({ description }));

const CurrencyConfig = Closed(
  {
    mode: Enum(['CUSTOM', 'ACCOUNT_INVOICE']),
    currency: Type.Optional(Text(1, 3, { description: 'CUSTOM: an ISO 4217 code' })),
    accountId: Type.Optional(
      Text(0, 50, { description: 'ACCOUNT_INVOICE: in the invoice currency of this account' }),
    ),
  },
  { component: 'CurrencyConfig' },
);

const PricePlanDetailsConfig = Closed(
  {
    mode: Enum(['CUSTOM', 'PRICE_PLAN', 'ACCOUNT']),
    pricePlanDetails: Type.Optional(CreatePricePlanDetails),
    pricePlanId: Type.Optional(Text(1, 50, { description: 'PRICE_PLAN: may be a draft' })),
    accountId: Type.Optional(Text(1, 50, { description: 'ACCOUNT: the plan and overrides of this account' })),
    effectiveOn: at('ACCOUNT: default now. PRICE_PLAN: the version in force then; the newest when absent'),
    pricingCycleOrdinal: Type.Optional(
      Type.Integer({
        ...{ minimum: 1, maximum: 12_000 },
        description:
          'CUSTOM, PRICE_PLAN: the n-th cycle, from 1; default the first that bills all recurring cards',
      }),
    ),
  },
  { component: 'PricePlanDetailsConfig' },
);

const lookupRange = Type.Optional(
  Closed(
    { start: DateTime(), end: DateTime(), accountId },
    { description: 'LOOKUP_RANGE: 12 months at most' },
  ),
);
const lookupCycle = Type.Optional(
  Closed(
    { cycleEffectiveOn: at('An instant of the cycle; default now'), accountId },
    { description: 'LOOKUP_CYCLE: a pricing cycle of this account' },
  ),
);
const LOOKUP_MODES = ['CUSTOM', 'LOOKUP_RANGE', 'LOOKUP_CYCLE'] as const;

const usageMap = Type.Unsafe<Record<string, Decimal>>({
  type: 'object',
  maxProperties: MAX_METERS,
  propertyNames: { minLength: 1, maxLength: 50 },
  additionalProperties: ExactNumber(),
  description: 'CUSTOM: quantities by usage meter; 0 for a meter that is not named',
});
const UsageConfig = Closed(
  {
    mode: Enum(LOOKUP_MODES),
    usageMap: Type.Optional(usageMap),
    lookupRange,
    lookupCycle,
  },
  { component: 'UsageConfig' },
);

const LicenseEntry = Closed(
  {
    licenseId: id,
    quantity: ExactNumber({ minimum: '0', description: 'Quantity from then on' }),
    effectiveFrom: DateTime(),
  },
  { component: 'LicenseEntry' },
);
const LicenseEntriesConfig = Closed(
  {
    mode: Enum(LOOKUP_MODES),
    custom: Type.Optional(List(LicenseEntry, { maxItems: MAX_ENTRIES })),
    lookupRange,
    lookupCycle,
  },
  { component: 'LicenseEntriesConfig' },
);

/** Accepts a number, although all other names are texts; both mean the same name. */
const LicensedName = Type.Unsafe<string | number>({
  anyOf: [Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }), Text(1, 50)],
});
const NamedLicenseEntry = Closed(
  {
    licenseId: id,
    name: LicensedName,
    effectiveFrom: DateTime(),
    effectiveUntil: Type.Optional(DateTime()),
  },
  { component: 'NamedLicenseEntry' },
);
const NamedLicenseEntriesConfig = Closed(
  {
    mode: Enum(LOOKUP_MODES),
    custom: Type.Optional(List(NamedLicenseEntry, { maxItems: MAX_ENTRIES })),
    lookupRange,
    lookupCycle,
  },
  { component: 'NamedLicenseEntriesConfig' },
);

const ProrationConfig = Closed(
  {
    mode: Enum(['CUSTOM', 'LOOKUP_CYCLE']),
    customConfig: Type.Optional(
      Closed(
        { cycleStartDate: DateTime(), cycleEndDate: DateTime(), currentDate: DateTime() },
        { description: 'CUSTOM: the days from currentDate to the end are billed' },
      ),
    ),
    lookupCycleConfig: Type.Optional(
      Closed({
        currentDateTime: at('The first day that is billed; default now'),
        cycleEffectiveOn: at('An instant of the cycle; default now'),
        accountId,
      }),
    ),
  },
  { component: 'ProrationConfig' },
);

const EntitlementOverageEntry = Closed(
  {
    featureId: id,
    quantity: ExactNumber({ minimum: '0', description: 'Overage of a block' }),
  },
  { component: 'EntitlementOverageEntry' },
);
const EntitlementOverageConfig = Closed(
  {
    mode: Enum(['CUSTOM', 'LOOKUP_CYCLE']),
    custom: Type.Optional(List(EntitlementOverageEntry, { maxItems: MAX_FEATURES })),
    lookupCycle: Type.Optional(
      Closed({
        billingCycleEndDate: DateTime({
          description: 'End of the pricing cycle that bills the overage',
        }),
        accountId,
      }),
    ),
  },
  { component: 'EntitlementOverageConfig' },
);

export const CalculateRevenueRequest = Closed(
  {
    currencyConfig: CurrencyConfig,
    pricePlanDetailsConfig: PricePlanDetailsConfig,
    usageConfig: UsageConfig,
    licenseEntriesConfig: LicenseEntriesConfig,
    namedLicenseEntriesConfig: Type.Optional(NamedLicenseEntriesConfig),
    prorationConfig: Type.Optional(ProrationConfig),
    entitlementOverageConfig: Type.Optional(EntitlementOverageConfig),
  },
  { component: 'CalculateRevenueRequest', description: 'Each config reads only the member for its mode' },
);
export type CalculateRevenueRequest = Static<typeof CalculateRevenueRequest>;
export type Config<Name extends keyof CalculateRevenueRequest> = NonNullable<CalculateRevenueRequest[Name]>;
