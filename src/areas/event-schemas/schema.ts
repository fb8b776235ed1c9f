import { type Static, Type } from 'typebox';
import { Closed, DateTime, Enum, List, Nullable, PageOf, Text } from '#platform/http/schemas.ts';

export const SCHEMA_STATUSES = ['DRAFT', 'ACTIVE', 'INACTIVE', 'ARCHIVED'] as const;
export type SchemaStatus = (typeof SCHEMA_STATUSES)[number];

const MAX_FIELDS = 50;
/** The wire's `^[\sa-zA-Z0-9_-]*$` without blank names; it reads every character once. */
const NAME_FORM = 'must contain only letters, digits, spaces, _ and -, and must not be blank';
const NAME_PATTERN = '^\\s*[a-zA-Z0-9_-][\\sa-zA-Z0-9_-]*$';
const INT32 = { minimum: -2_147_483_648, maximum: 2_147_483_647 };

/** Names of schemas, meters and fields: letters, digits, `_`, `-` and spaces, not blank. */
export function CatalogName(options: { description?: string } = {}) {
  return Text(1, 50, { pattern: NAME_PATTERN, form: NAME_FORM, ...options });
}

/** JSON Logic as JSON text or as the JSON object itself; stored and returned as text. */
export function Logic(max: number, options: { description?: string } = {}) {
  return Type.Unsafe<string | object>({ type: ['string', 'object'], maxLength: max, ...options });
}

export const EventAttribute = Closed(
  {
    name: CatalogName(),
    defaultUnit: Type.Optional(Text(0, 10)),
  },
  { component: 'EventAttribute' },
);
export type EventAttribute = Static<typeof EventAttribute>;

export const EventDimension = Closed({ name: CatalogName() }, { component: 'EventDimension' });
export type EventDimension = Static<typeof EventDimension>;

const Dependency = Closed(
  {
    type: Enum(['SETTING']),
    key: Text(1, 512, { description: 'setting.<namespace>.<setting id>' }),
    name: CatalogName({ description: 'Logic reads its value as dependencies.<name>' }),
  },
  { component: 'EventSchemaDependency' },
);

const fieldMembers = {
  name: CatalogName(),
  type: Enum(['ATTRIBUTE', 'DIMENSION']),
  enrichmentType: Enum(['VALUE', 'JSON_LOGIC', 'JSON_LOGIC_FROM_DEPENDENCY']),
};
const order = Type.Integer({ ...INT32, description: 'Lower values are computed first' });
const EnrichedField = Closed(
  { ...fieldMembers, value: Type.String(), order },
  { component: 'EnrichedField' },
);

export const Enrichments = Closed(
  {
    dependencies: Type.Optional(List(Dependency, { maxItems: MAX_FIELDS })),
    fields: List(EnrichedField, { maxItems: MAX_FIELDS }),
  },
  { component: 'Enrichments' },
);
export type Enrichments = Static<typeof Enrichments>;
export type EnrichedField = Static<typeof EnrichedField>;

const value = Logic(10_000, {
  description: 'A literal, logic, or the name of a dependency that holds logic',
});
const EnrichmentsRequest = Closed(
  {
    dependencies: Type.Optional(List(Dependency, { maxItems: MAX_FIELDS })),
    fields: List(Closed({ ...fieldMembers, value, order }), { maxItems: MAX_FIELDS }),
  },
  { component: 'EnrichmentsRequest' },
);
export type EnrichmentsRequest = Static<typeof EnrichmentsRequest>;

const FeatureDetails = Closed(
  { featureId: Type.String(), attributeName: Type.String() },
  { component: 'EventSchemaFeature' },
);
export type FeatureDetails = Static<typeof FeatureDetails>;

export const EventSchema = Closed(
  {
    name: CatalogName(),
    description: Type.Optional(Text(0, 255)),
    version: Type.Integer({ minimum: 1 }),
    status: Enum(SCHEMA_STATUSES, { description: 'Older versions are ARCHIVED, too' }),
    attributes: List(EventAttribute, { maxItems: MAX_FIELDS }),
    dimensions: List(EventDimension, { maxItems: MAX_FIELDS }),
    filterFields: Type.Optional(Type.Array(Type.String())),
    featureDetails: Type.Optional(FeatureDetails),
    enrichments: Type.Optional(Enrichments),
    eventIdTemplate: Type.Optional(Type.String()),
    eventLevelRevenue: Type.Boolean(),
    createdAt: DateTime(),
    updatedAt: DateTime(),
  },
  { component: 'EventSchema' },
);
export type EventSchema = Static<typeof EventSchema>;

export const EventSchemaPage = PageOf(
  Closed({
    ...EventSchema.properties,
    usageMetersCount: Type.Integer({ description: 'Meters of the schema that are not archived' }),
  }),
);
export const EventSchemaVersions = Closed(
  { data: Type.Array(EventSchema) },
  { component: 'EventSchemaVersions' },
);

const attributes = List(EventAttribute, { maxItems: MAX_FIELDS });
const dimensions = List(EventDimension, { maxItems: MAX_FIELDS });
const definition = {
  description: Type.Optional(Nullable(Text(0, 255))),
  enrichments: Type.Optional(Nullable(EnrichmentsRequest)),
  filterFields: Type.Optional(
    List(CatalogName(), { maxItems: 3 * MAX_FIELDS, description: 'Fields that meters may filter on' }),
  ),
  eventIdTemplate: Type.Optional(
    Nullable(
      Text(0, 1000, { description: 'Template for missing event ids: {{accountId}}:{{dimensions.x}}' }),
    ),
  ),
  eventLevelRevenue: Type.Optional(
    Type.Boolean({ description: 'Whether incremental revenue is stored per event' }),
  ),
};

export const CreateEventSchemaRequest = Closed(
  {
    name: CatalogName({ description: 'Unique in the organization, even after archiving' }),
    attributes,
    dimensions,
    ...definition,
  },
  { component: 'CreateEventSchemaRequest' },
);
export type CreateEventSchemaRequest = Static<typeof CreateEventSchemaRequest>;

export const UpdateEventSchemaRequest = Closed(
  {
    attributes: Type.Optional(attributes),
    dimensions: Type.Optional(dimensions),
    ...definition,
  },
  { component: 'UpdateEventSchemaRequest' },
);
export type UpdateEventSchemaRequest = Static<typeof UpdateEventSchemaRequest>;

export const EventSchemaParams = Type.Object({ event_schema_name: Text(1, 50) });
export const EventSchemaQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: INT32.maximum, description: 'Default: the latest version' }),
  ),
});
