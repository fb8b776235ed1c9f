import { type Static, Type } from 'typebox';
import type { PricingCycleConfig as CycleConfig } from '#core/period-config.ts';
import {
  Closed,
  DateTime,
  Enum,
  Extension,
  List,
  Name,
  Nullable,
  PageOf,
  Text,
} from '#platform/http/schemas.ts';
import { ExpectedUpdatedAt } from './expected-updated-at.ts';
import { Currency, MAX_CURRENCIES } from './price-schema.ts';
import { RateCard } from './rate-card-schema.ts';

export const PLAN_TYPES = ['BILLING', 'PURCHASE'] as const;
export const VERSION_STATUSES = ['DRAFT', 'ACTIVE'] as const;
const INTERVALS = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'ANNUALLY', 'CUSTOM_DAYS'] as const;

export const PricingCycleConfig = Closed(
  {
    interval: Enum(INTERVALS, { extensions: ['CUSTOM_DAYS'] }),
    startOffset: Type.Optional(
      Closed({
        dayOffset: Text(1, 4, { description: '1 to 7 for WEEKLY (1 is Monday), otherwise 1 to 31, or LAST' }),
        monthOffset: Type.Optional(
          Nullable(
            Text(1, 5, { description: 'Month of the quarter, half or year, FIRST or LAST; else NIL' }),
          ),
        ),
      }),
    ),
    gracePeriod: Type.Integer({ description: 'Days after a cycle during which late events count' }),
    anniversaryCycle: Type.Optional(
      Type.Boolean({ description: 'Offsets come from the date of association; configured ones are ignored' }),
    ),
    intervalDays: Type.Optional(
      Extension(Type.Integer({ description: 'CUSTOM_DAYS: days per cycle, 1 to 366' })),
    ),
    anchorDate: Type.Optional(
      Extension(
        Text(10, 10, {
          ...{
            pattern: '^\\d{4}-\\d{2}-\\d{2}$',
            form: 'must be a date YYYY-MM-DD',
            format: 'date',
          },
          description: 'CUSTOM_DAYS: a day on which a cycle starts; default: the day of association',
        }),
      ),
    ),
  },
  { component: 'PricingCycleConfig' },
);
export type PricingCycleConfig = Static<typeof PricingCycleConfig> & CycleConfig;

const name = Name(1, 50);
const description = Text(0, 255);
export const supportedCurrencies = List(Currency, {
  ...{ minItems: 1, maxItems: MAX_CURRENCIES, uniqueItems: true },
});

export const CreatePricePlanV2Request = Closed(
  {
    name,
    description: Type.Optional(description),
    type: Enum(PLAN_TYPES),
    pricingCycleConfig: Type.Optional(PricingCycleConfig),
    supportedCurrencies,
    deferredRevenue: Type.Optional(Type.Boolean()),
    allowOngoingCycleUpdates: Type.Optional(Type.Boolean()),
  },
  { component: 'CreatePricePlanV2Request' },
);

export const UpdatePricePlanV2Request = Closed(
  {
    description: Type.Optional(Nullable(description)),
    pricingCycleConfig: Type.Optional(PricingCycleConfig),
    supportedCurrencies: Type.Optional(supportedCurrencies),
    expectedUpdatedAt: ExpectedUpdatedAt,
  },
  { component: 'UpdatePricePlanV2Request' },
);

export const PricePlanV2 = Closed(
  {
    id: Text(0, 50),
    name,
    description: Type.Optional(description),
    type: Enum(PLAN_TYPES),
    pricingCycleConfig: Type.Optional(PricingCycleConfig),
    supportedCurrencies: Type.Array(Type.String()),
    deferredRevenue: Type.Boolean(),
    allowOngoingCycleUpdates: Type.Boolean(),
    referenceId: Text(0, 50),
    version: Type.Integer(),
    status: Enum(VERSION_STATUSES),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'PricePlanV2' },
);
export type PricePlanV2 = Static<typeof PricePlanV2>;

export const MigrationMode = Enum(
  [
    ...(['IMMEDIATE', 'IMMEDIATE_IGNORE_OVERRIDE', 'NEXT_CYCLE', 'NEXT_CYCLE_IGNORE_OVERRIDE'] as const),
    ...(['NONE', 'START_OF_CURRENT_CYCLE'] as const),
  ],
  { description: 'When accounts move to the new version. NONE (default): they stay' },
);
export type MigrationMode = Static<typeof MigrationMode>;
export const VersionsToMigrate = Enum(['LATEST_VERSION', 'ALL_VERSION'], {
  description: 'Moves accounts of the previous version (default), or of all older ones',
});
export type VersionsToMigrate = Static<typeof VersionsToMigrate>;

export const FinalizePricePlanRequest = Closed(
  {
    migrationMode: Type.Optional(MigrationMode),
    versionsToMigrate: Type.Optional(VersionsToMigrate),
  },
  { component: 'FinalizePricePlanRequest' },
);

export const ValidatedEntityError = Closed(
  {
    referenceId: Type.String(),
    entityId: Type.String(),
    entityType: Type.String({ description: 'PRICE_PLAN, RATE_CARD, PRICING_RULE or SCHEDULE' }),
    errorMessage: Type.String(),
  },
  { component: 'ValidatedEntityError' },
);
export type ValidatedEntityError = Static<typeof ValidatedEntityError>;

export const PricePlanV2Page = PageOf(PricePlanV2);
export const RateCardPage = PageOf(RateCard);
export const ValidatedEntityErrorPage = PageOf(ValidatedEntityError);

export const PricePlanParams = Type.Object({ price_plan_id: Text(1, 50) });
export const VersionText = Text(1, 10, {
  pattern: '^(?:LATEST|ACTIVE|[1-9]\\d{0,8})$',
  form: 'must be LATEST, ACTIVE or the number of a version',
  description: 'LATEST (the newest, perhaps a draft; default), ACTIVE (the newest active one) or a number',
});
