import { type Static, Type } from 'typebox';
import { CatalogName, EventSchema, Logic } from '#areas/event-schemas/index.ts';
import { AGGREGATIONS, EXTENSION_AGGREGATIONS } from '#core/aggregation/index.ts';
import {
  Closed,
  DateTime,
  Enum,
  ExactNumber,
  List,
  Nullable,
  PageOf,
  PlainDate,
  Text,
} from '#platform/http/schemas.ts';

export const METER_STATUSES = ['DRAFT', 'ACTIVE', 'INACTIVE', 'ARCHIVED'] as const;
export type MeterStatus = (typeof METER_STATUSES)[number];

const MAX_FILTERS = 50;

const filterMembers = { field: Text(1, 50), value: Text(0, 512) };
const computationMembers = {
  id: Type.Optional(Text(0, 50, { description: 'Label of the pair' })),
  order: Type.Integer({ minimum: 1, maximum: 10 }),
};
const matcher = Logic(1500, { description: 'The computation applies if this is truthy' });
const computation = Logic(500, {
  description: 'The units of an event; the text 1 for COUNT. For UNIQUE_COUNT the text or number to count',
});

export const MeterFilter = Closed(filterMembers, { component: 'MeterFilter' });
export type MeterFilter = Static<typeof MeterFilter>;
export const Computation = Closed(
  {
    ...computationMembers,
    matcher: Type.Optional(Type.String()),
    computation: Type.String(),
  },
  { component: 'Computation' },
);
export type Computation = Static<typeof Computation>;

// The wire permits other members in both, so they are accepted and dropped.
const FilterRequest = Type.Object(filterMembers);
const ComputationRequest = Type.Object({
  ...computationMembers,
  matcher: Type.Optional(matcher),
  computation,
});
export type ComputationRequest = Static<typeof ComputationRequest>;

const billableName = Text(0, 255, { description: 'Takes precedence over the name on invoices' });
const description = Text(0, 255);
const unit = Text(0, 20, { description: 'Unit printed beside quantities: GB, calls' });

export const UsageMeter = Closed(
  {
    id: Text(0, 20),
    name: CatalogName(),
    billableName: Type.Optional(billableName),
    displayName: Text(0, 255, { description: 'The billable name, or the name if there is none' }),
    description: Type.Optional(description),
    unit: Type.Optional(unit),
    filters: Type.Array(MeterFilter),
    type: Enum(['COUNTER']),
    status: Enum(METER_STATUSES),
    aggregation: Enum(AGGREGATIONS, { extensions: EXTENSION_AGGREGATIONS }),
    computations: List(Computation, { maxItems: 1 }),
    createdAt: DateTime(),
    lastActivatedAt: Type.Optional(DateTime()),
    updatedAt: DateTime(),
    eventSchema: Type.Optional(EventSchema),
  },
  { component: 'UsageMeter' },
);
export type UsageMeter = Static<typeof UsageMeter>;
export const UsageMeterPage = PageOf(UsageMeter);

const filters = List(FilterRequest, {
  maxItems: MAX_FILTERS,
  description: 'An event must have one of the values of each field',
});
const computations = List(ComputationRequest, { maxItems: 1 });
const aggregation = Enum(AGGREGATIONS, {
  extensions: EXTENSION_AGGREGATIONS,
  description:
    'Per pricing cycle. COUNT: matching events. Over the results of the computation: SUM, MAX and MIN; ' +
    'AVERAGE: their sum divided by the number of events, to 18 decimal places; UNIQUE_COUNT: the number of ' +
    'distinct results; LATEST: that of the last event by its time; TIME_WEIGHTED_SUM: the mean of ' +
    'a level that starts the cycle at 0 and that each event changes from its time to the end of the ' +
    'cycle.',
});
const eventSchemaName = Text(1, 50, {
  description: 'Schema whose events are metered; if absent, the reserved usage schema',
});

export const CreateUsageMeterRequest = Closed(
  {
    name: CatalogName({ description: 'Unique in the organization, even after archiving' }),
    billableName: Type.Optional(Nullable(billableName)),
    description: Type.Optional(Nullable(description)),
    unit: Type.Optional(Nullable(unit)),
    filters: Type.Optional(filters),
    type: Enum(['COUNTER']),
    aggregation,
    computations: Type.Optional(computations),
    eventSchemaName: Type.Optional(Nullable(eventSchemaName)),
  },
  { component: 'CreateUsageMeterRequest' },
);
export type CreateUsageMeterRequest = Static<typeof CreateUsageMeterRequest>;

export const UpdateUsageMeterRequest = Closed(
  {
    name: Type.Optional(CatalogName()),
    billableName: Type.Optional(Nullable(billableName)),
    description: Type.Optional(Nullable(description)),
    unit: Type.Optional(Nullable(unit)),
    eventSchemaName: Type.Optional(Nullable(eventSchemaName)),
    type: Type.Optional(Enum(['COUNTER'])),
    aggregation: Type.Optional(aggregation),
    computations: Type.Optional(computations),
    filters: Type.Optional(filters),
  },
  { component: 'UpdateUsageMeterRequest' },
);
export type UpdateUsageMeterRequest = Static<typeof UpdateUsageMeterRequest>;

export const MAX_COSTS = 100;
const MeterCost = Closed(
  {
    effectiveFrom: PlainDate({ description: 'The first day, in the time zone of the organization' }),
    unitCost: ExactNumber({ minimum: '0', description: 'Of one unit, in the base currency' }),
  },
  { component: 'MeterCost' },
);
export const MeterCosts = Closed(
  {
    costs: List(MeterCost, {
      maxItems: MAX_COSTS,
      description: 'By their days; each counts until the next one. Usage before the first costs nothing',
    }),
  },
  { component: 'MeterCosts' },
);

export const MeterUnitCost = Closed(
  {
    usageMeterId: Text(0, 20),
    name: CatalogName(),
    displayName: Text(0, 255, { description: 'The billable name, or the name if there is none' }),
    unit: Type.Optional(unit),
    status: Enum(METER_STATUSES),
    current: Nullable(MeterCost),
    next: Nullable(MeterCost),
  },
  { component: 'MeterUnitCost' },
);
export const MeterUnitCostPage = PageOf(MeterUnitCost);

export const UsageMeterParams = Type.Object({ usage_meter_id: Text(1, 50) });
export const UsageMeterQuery = Type.Object({
  includeSchema: Type.Optional(Type.Boolean({ description: 'Adds the event schema in its latest version' })),
});
