import { type Static, type TSchema, Type } from 'typebox';
import { PreActions } from '#areas/licenses/index.ts';
import {
  BillingEntitlementRateCard,
  CreditGrantRateCard,
  EntitlementOverageRateCard,
  FixedFeeRateCard,
  LicenseRateCard,
  MinimumCommitment,
  PricingCycleConfig,
  UsageRateCard,
} from '#areas/price-plans/index.ts';
import { PricingRule } from '#areas/pricing-rules/index.ts';
import { Closed, DateTime, Enum, List, Nullable, PageOf, PlainDate, Text } from '#platform/http/schemas.ts';

const AssociationConfig = Closed(
  {
    pricePlanId: Type.Optional(Text(1, 50, { description: 'Uses its newest active version' })),
    scheduleId: Type.Optional(
      Text(1, 50, {
        description: 'Instead of a plan: uses plan, version, cycle, cards and rules of this schedule',
      }),
    ),
    pricingCycleConfigOverride: Type.Optional(PricingCycleConfig),
    retainStartOffsets: Type.Optional(
      Type.Boolean({
        description: 'Keeps the cycle in force on effectiveFrom; a cycle override takes precedence',
      }),
    ),
  },
  { component: 'AssociationConfig' },
);

const ScheduleEdit = Closed(
  {
    mode: Type.Optional(Enum(['ASSOCIATE', 'DISASSOCIATE'], { description: 'Default ASSOCIATE' })),
    effectiveFrom: PlainDate({ description: 'First local day' }),
    effectiveUntil: PlainDate({ description: 'The local day after the last one; 9999-01-01 is forever' }),
    associationConfig: Type.Optional(AssociationConfig),
    mergeSchedules: Type.Optional(
      Type.Boolean({ description: 'Merges equal neighbors when the draft is finalized' }),
    ),
  },
  { component: 'ScheduleEdit' },
);
export type ScheduleEdit = Static<typeof ScheduleEdit>;

export const EditAccountScheduleRequest = Closed(
  {
    edits: List(ScheduleEdit, { minItems: 1, maxItems: 10, description: 'Applied in this order' }),
  },
  { component: 'EditAccountScheduleRequest' },
);

export const FinalizeAccountSchedules = Closed(
  {
    mergeSchedules: Type.Optional(
      Type.Boolean({
        description:
          'Merges future neighbors with equal terms; the earlier id survives. Default: as the edits ' +
          'requested',
      }),
    ),
    preActions: Type.Optional(PreActions),
  },
  { component: 'FinalizeAccountSchedules' },
);

const shown = <T extends TSchema>(card: T) => Type.Optional(Type.Array(card));
const PricePlanDetailsOverride = Closed(
  {
    pricingCycleConfig: Type.Optional(PricingCycleConfig),
    usageRateCards: shown(UsageRateCard),
    fixedFeeRateCards: shown(FixedFeeRateCard),
    licenseRateCards: shown(LicenseRateCard),
    billingEntitlementRateCards: shown(BillingEntitlementRateCard),
    entitlementOverageRateCards: shown(EntitlementOverageRateCard),
    creditGrantRateCards: shown(CreditGrantRateCard),
    minimumCommitment: Type.Optional(MinimumCommitment),
  },
  { component: 'PricePlanDetailsOverride' },
);

const PlanOverride = Closed(
  {
    id: Type.String(),
    pricePlanId: Type.String(),
    pricePlanName: Type.String(),
    pricePlanDetailsOverride: Type.Optional(PricePlanDetailsOverride),
    pricingRulesOverride: Type.Optional(Type.Array(PricingRule)),
    startDate: DateTime(),
    endDate: DateTime(),
  },
  { component: 'PlanOverride' },
);
export type PlanOverride = Static<typeof PlanOverride>;

export const UpdatePricingScheduleResponse = Closed(
  {
    accountId: Text(0, 50),
    accountName: Type.String(),
    pricingSchedules: Type.Array(PlanOverride),
  },
  { component: 'UpdatePricingScheduleResponse' },
);

const AccountSchedule = Closed(
  {
    id: Type.String(),
    accountId: Type.String(),
    pricePlanId: Type.String(),
    version: Type.Integer(),
    deferredRevenue: Type.Boolean(),
    pricePlanInfo: Closed({ name: Type.String(), description: Type.Optional(Type.String()) }),
    accountScheduleInfo: Closed({
      supportedCurrencies: Type.Array(Type.String()),
      pricingCycleConfig: PricingCycleConfig,
      pricingRules: Type.Array(PricingRule),
    }),
    isOverridden: Type.Boolean(),
    startDate: DateTime(),
    endDate: DateTime({ description: '9999-01-01T00:00:00Z is forever' }),
    allowOngoingCycleUpdates: Type.Boolean(),
  },
  { component: 'AccountSchedule' },
);
export const SchedulePage = PageOf(AccountSchedule);

export const ScheduleDraft = Closed(
  {
    accountId: Type.String(),
    timeZone: Type.String({ description: 'IANA zone, to which the days of the timeline belong' }),
    today: PlainDate({ description: 'The current day in that zone' }),
    invoicedUntil: Type.Optional(
      PlainDate({ description: 'The day after the last one on an issued invoice; absent: none is issued' }),
    ),
    draft: Nullable(
      Closed({
        isStale: Type.Boolean({
          description: 'Whether the live schedules have changed since; then only discarding is possible',
        }),
        editedRanges: Type.Array(
          Closed({
            mode: Enum(['ASSOCIATE', 'DISASSOCIATE']),
            effectiveFrom: Type.String({ format: 'date' }),
            effectiveUntil: Type.String({ format: 'date', description: '9999-01-01 is forever' }),
          }),
        ),
      }),
    ),
  },
  { component: 'ScheduleDraft' },
);

export const AccountParams = Type.Object({ account_id: Text(1, 50) });
export const ScheduleParams = Type.Object({ schedule_id: Text(1, 50) });
