import { type Static, Type } from 'typebox';
import { CreateAddOnRequest } from '#areas/add-ons/index.ts';
import { CatalogName, Enrichments, EventAttribute, EventDimension } from '#areas/event-schemas/index.ts';
import { CreateFeatureRequest } from '#areas/features/index.ts';
import { TemplateContent } from '#areas/invoice-templates/index.ts';
import { CreatePricePlanV2Request } from '#areas/price-plans/index.ts';
import { CreatePricingRule } from '#areas/pricing-rules/index.ts';
import { SETTING_DATA_TYPES } from '#areas/settings/index.ts';
import { UsageMeter } from '#areas/usage-meters/index.ts';
import { Closed, Enum, List, MultilineText, Name, Text } from '#platform/http/schemas.ts';
import { CardItem } from './card-schema.ts';

export const FORMAT_VERSION = 1;
/** The most resources per type in a document. */
export const MAX_THINGS = 500;
export const MAX_SETTINGS = 1000;
const MAX_FIELDS = 50;
const MAX_CARDS = 200;
const MAX_RULES = 100;

const meteringStatus = Enum(['ACTIVE', 'INACTIVE'], { description: 'A draft is INACTIVE, as in lists' });

/** Stored logic is canonical, and may be longer than the request's text. */
const logicText = (max: number) => Text(0, max);
const field = Closed({ ...Enrichments.properties.fields.items.properties, value: logicText(20_000) });

export const SchemaItem = Closed(
  {
    name: CatalogName(),
    status: meteringStatus,
    description: Type.Optional(Text(0, 255)),
    attributes: List(EventAttribute, { maxItems: MAX_FIELDS }),
    dimensions: List(EventDimension, { maxItems: MAX_FIELDS }),
    enrichments: Type.Optional(
      Closed({ ...Enrichments.properties, fields: List(field, { maxItems: MAX_FIELDS }) }),
    ),
    filterFields: Type.Optional(List(CatalogName(), { maxItems: 3 * MAX_FIELDS })),
    eventIdTemplate: Type.Optional(Text(0, 1000)),
    eventLevelRevenue: Type.Optional(Type.Boolean()),
  },
  { component: 'SchemaItem' },
);
export type SchemaItem = Static<typeof SchemaItem>;

export const FeatureItem = Closed(CreateFeatureRequest.properties, { component: 'FeatureItem' });
export type FeatureItem = Static<typeof FeatureItem>;

const { type, aggregation, billableName, description, unit, filters, computations } = UsageMeter.properties;
const computation = Closed({
  ...computations.items.properties,
  matcher: Type.Optional(logicText(3000)),
  computation: logicText(1000),
});
export const MeterItem = Closed(
  {
    ...{ name: CatalogName(), status: meteringStatus, type, aggregation, billableName, description },
    unit,
    eventSchemaName: Type.Optional(Text(1, 50)),
    filters: Type.Optional(List(filters.items, { maxItems: MAX_FIELDS })),
    computations: Type.Optional(List(computation, { maxItems: 1 })),
  },
  { component: 'MeterItem' },
);
export type MeterItem = Static<typeof MeterItem>;

export const AddOnItem = Closed(CreateAddOnRequest.properties, { component: 'AddOnItem' });
export type AddOnItem = Static<typeof AddOnItem>;

const { logoFileId: _, ...content } = TemplateContent.properties;
export const TemplateItem = Closed(
  {
    name: Name(1, 100),
    hasLogo: Type.Optional(
      Type.Boolean({ description: 'The document does not contain the image itself; upload it manually' }),
    ),
    content: Closed(content),
  },
  { component: 'TemplateItem' },
);
export type TemplateItem = Static<typeof TemplateItem>;

const { condition: _condition, computation: _computation, ...rule } = CreatePricingRule.properties;
const logic = { description: 'JSON Logic; a variable names a resource in braces: revenue.urc.{API calls}' };
export const RuleItem = Closed(
  {
    ...rule,
    action: Closed({ ...rule.action.properties, target: Type.Optional(Text(0, 400)) }),
    condition: Type.Optional(Text(0, 20_000, logic)),
    computation: Text(1, 20_000, logic),
  },
  { component: 'RuleItem' },
);
export type RuleItem = Static<typeof RuleItem>;

export const PlanItem = Closed(
  {
    ...CreatePricePlanV2Request.properties,
    status: Enum(['DRAFT', 'ACTIVE'], { description: 'DRAFT: never finalized' }),
    rateCards: List(CardItem, { maxItems: MAX_CARDS, description: 'In the order of their invoice lines' }),
    pricingRules: Type.Optional(List(RuleItem, { maxItems: MAX_RULES })),
  },
  { component: 'PlanItem' },
);
export type PlanItem = Static<typeof PlanItem>;

export const SETTING_OWNERS = [
  'ORGANIZATION',
  'EVENT_SCHEMA',
  'USAGE_METER',
  'ADD_ON',
  'FEATURE',
  'PRICE_PLAN',
] as const;
export const SettingItem = Closed(
  {
    entityType: Enum(SETTING_OWNERS),
    entity: Type.Optional(
      Text(1, 255, { description: 'The name of the resource; absent for the organization' }),
    ),
    namespace: Enum(['USER', 'PLATFORM', 'ENTITLEMENT']),
    id: Text(1, 255, { description: 'In the namespace ENTITLEMENT, the name of the feature' }),
    name: Name(1, 255),
    value: MultilineText(0, 32_768, { description: 'For INVOICE_TEMPLATE_ID, the name of the template' }),
    dataType: Enum(SETTING_DATA_TYPES),
  },
  { component: 'SettingItem' },
);
export type SettingItem = Static<typeof SettingItem>;

const things = { maxItems: MAX_THINGS };
export const Configuration = Closed(
  {
    formatVersion: Type.Integer({ minimum: FORMAT_VERSION, maximum: FORMAT_VERSION }),
    eventSchemas: Type.Optional(List(SchemaItem, things)),
    features: Type.Optional(List(FeatureItem, things)),
    usageMeters: Type.Optional(List(MeterItem, things)),
    addOns: Type.Optional(List(AddOnItem, things)),
    invoiceTemplates: Type.Optional(List(TemplateItem, things)),
    pricePlans: Type.Optional(List(PlanItem, things)),
    settings: Type.Optional(List(SettingItem, { maxItems: MAX_SETTINGS })),
  },
  { component: 'Configuration' },
);
export type Configuration = Static<typeof Configuration>;

export const ImportConfigurationRequest = Closed(
  {
    configuration: Configuration,
    dryRun: Type.Optional(
      Type.Boolean({ description: 'Dry run: reports the result of each resource, and stores nothing' }),
    ),
  },
  { component: 'ImportConfigurationRequest' },
);

const THING_TYPES = [
  'EVENT_SCHEMA',
  'FEATURE',
  'USAGE_METER',
  'ADD_ON',
  'INVOICE_TEMPLATE',
  'PRICE_PLAN',
  'SETTING',
] as const;
export type ThingType = (typeof THING_TYPES)[number];
const ACTIONS = ['CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED'] as const;

/** Of one resource, and of a whole response. */
export const MAX_CHANGES = 30;
export const MAX_ALL_CHANGES = 3000;

const MemberChange = Closed(
  {
    path: Type.String({ description: 'Such as rateCards[fee].details.fixedFeeRateCard.rateValues[0].rate' }),
    before: Type.Optional(Type.String({ description: 'JSON, cut after 300 characters; absent if added' })),
    after: Type.Optional(Type.String({ description: 'JSON, cut after 300 characters; absent if removed' })),
  },
  { component: 'MemberChange' },
);

const ConfigurationRow = Closed(
  {
    type: Enum(THING_TYPES),
    name: Type.String(),
    action: Enum(ACTIONS),
    changes: Type.Optional(
      List(MemberChange, {
        maxItems: MAX_CHANGES,
        description: 'The changed members of an updated resource: the first 30, and 3,000 of all resources',
      }),
    ),
    moreChanges: Type.Optional(Type.Integer({ description: 'The number of those that are left out' })),
    reason: Type.Optional(
      Type.String({ description: 'Reason of a rejection with its remedy, or a remaining manual step' }),
    ),
  },
  { component: 'ConfigurationRow' },
);
export type ConfigurationRow = Static<typeof ConfigurationRow>;

export const ImportConfigurationResponse = Closed(
  {
    dryRun: Type.Boolean(),
    stored: Type.Boolean({ description: 'False for a dry run, and if any resource is rejected' }),
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    refused: Type.Integer(),
    rows: List(ConfigurationRow, { maxItems: 6 * MAX_THINGS + MAX_SETTINGS }),
    others: Type.Optional(
      List(Closed({ type: Enum(THING_TYPES), name: Type.String() }, { component: 'OtherResource' }), {
        maxItems: 6 * MAX_THINGS + MAX_SETTINGS,
        description:
          'Of a dry run: resources of this environment that the document does not contain although it ' +
          'contains others of their type. An import leaves them as they are',
      }),
    ),
  },
  { component: 'ImportConfigurationResponse' },
);
