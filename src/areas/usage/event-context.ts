import { decimalText } from '#core/decimal.ts';
import type { EventSource, Outcome, StoredAttribute } from './event.ts';
import type { Event } from './schema.ts';

/** Properties that many events share, stored once for all of them. */
export interface EventContext {
  schemaName: string;
  accountId: string | null;
  customerId: string | null;
  scheduleId: string | null;
  cycleStart: string | null;
  /** The start and end of the cycle, as text instants. */
  cycleAt: string | null;
  cycleUntil: string | null;
  /** In the order of the events' units. */
  meterIds: readonly string[];
  facts: ContextFacts;
}

export interface ContextFacts {
  /** Type and id. */
  source: [string, string];
  /** The account reference as sent; absent if the event itself stores it. */
  ref?: string;
  /** The field names of the events; absent if an event stores its fields whole. */
  fields?: EventFields;
  /** Names of the enriched values, which follow the sent values. */
  enriched?: { attributes: string[]; dimensions: string[] };
  schemaVersion?: number;
  account?: { id: string; name: string; alias?: string };
  customer?: { id: string; name: string };
  plan?: { id: string; scheduleId: string; cycleStart: string; cycleEnd: string };
  meters?: { id: string; name: string; version: number }[];
  feature?: { featureId: string; mappedAttribute: string };
}

/** Names in the order in which they were sent; an attribute has its unit if it has one. */
export interface EventFields {
  attributes: ([string] | [string, string])[];
  dimensions: string[];
  /** By dimension: the value that all events of the context share; null if each event stores its own. */
  fixed?: readonly (string | null)[];
}

/** Properties that an event does not share with others. */
export interface EventDetail {
  ref?: string;
  attributes?: StoredAttribute[];
  dimensions?: Record<string, string>;
  description?: string;
  /** Absent if the context names the values. */
  enriched?: { attributes: EnrichedValue[]; dimensions: EnrichedValue[] };
  dependencies?: { key: string; type: 'SETTING'; name: string; value: string }[];
  /** Decimal text: overage of a debited event, and of its block up to and including the event. */
  overage?: { inEvent: string; inCycle: string };
  revenue?: { usageMeterId: string; revenueInvoiceCurrency: string; revenueBaseCurrency: string }[];
  /** The event's own time, if it counts at another time. */
  sentAt?: string;
  /** The status before the event was reverted. */
  before?: string;
  /** Of events stored before contexts existed. */
  pipeline?: StoredPipeline;
}
interface EnrichedValue {
  name: string;
  type: 'ATTRIBUTE' | 'DIMENSION';
  value: string;
}

/** Results of the processing steps, as stored with each event before contexts existed. */
export interface StoredPipeline {
  eventSchema?: { name: string; version: number };
  account?: { id: string; name: string; alias?: string };
  customer?: { id: string; name: string };
  enrichments?: Required<Pick<EventDetail, 'dependencies'>> & NonNullable<EventDetail['enriched']>;
  featureDetails?: {
    featureId: string;
    mappedAttribute: string;
    overageInEvent?: string;
    overageInCycle?: string;
  };
  pricePlans?: { id: string; scheduleId: string; cycleStart: string; cycleEnd: string }[];
  usageMeters?: {
    id: string;
    name: string;
    version: number;
    status: 'PROCESSED_FILTERED_OUT' | 'PROCESSED_UNITS_COMPUTED';
    units?: string;
  }[];
  revenueDetails?: NonNullable<EventDetail['revenue']>;
}

/** Event values contain no control characters, so a tab can separate them. */
export const SEPARATOR = '\t';
/** Maximum characters of a reason on the wire (`statusDescription`). */
export const MAX_DESCRIPTION = 250;

/** An event row without what its context stores. */
export interface PackedEvent {
  vals: string;
  units: string;
  detail: EventDetail | null;
}

type SentEvent = Pick<Event, 'schemaName' | 'accountId' | 'attributes' | 'dimensions'>;

/**
 * For events whose fields are all declared in their schema: these have few shapes, which contexts can store.
 */
export function fieldsOf(event: SentEvent, { schema }: Outcome): EventFields | null {
  if (!schema) return null;
  for (const { name } of event.attributes) if (!schema.attributes.includes(name)) return null;
  const dimensions = Object.keys(event.dimensions);
  for (const name of dimensions) if (!schema.dimensions.includes(name)) return null;
  return {
    attributes: event.attributes.map(({ name, unit }) => (unit === undefined ? [name] : [name, unit])),
    dimensions,
  };
}

export function contextOf(
  event: SentEvent,
  outcome: Pick<Outcome, 'schema' | 'match' | 'period' | 'meters' | 'feature'> & {
    enriched: EnrichedValues | null;
  },
  known: { source: EventSource; fields: EventFields | null },
): EventContext {
  const { schema, match, period, meters, feature } = outcome;
  const facts: ContextFacts = { source: [known.source.type, known.source.id] };
  if (match) facts.ref = event.accountId;
  if (known.fields) facts.fields = known.fields;
  if (known.fields && outcome.enriched) facts.enriched = namesOf(outcome.enriched);
  if (schema) facts.schemaVersion = schema.version;
  if (match) {
    const { accountId: id, accountName: name, customerId, customerName, alias } = match;
    facts.account = { id, name, ...(alias !== null && { alias }) };
    facts.customer = { id: customerId, name: customerName };
  }
  if (period) facts.plan = period.shown;
  if (meters) facts.meters = meters.map(({ row: { id, name, version } }) => ({ id, name, version }));
  if (feature) facts.feature = { featureId: feature.featureId, mappedAttribute: feature.attributeName };
  return {
    schemaName: event.schemaName,
    accountId: match?.accountId ?? null,
    customerId: match?.customerId ?? null,
    scheduleId: period?.shown.scheduleId ?? null,
    cycleStart: period?.shown.cycleStart ?? null,
    cycleAt: period?.cycle.startAt.toString() ?? null,
    cycleUntil: period?.cycle.endAt.toString() ?? null,
    meterIds: meters?.map(({ row }) => row.id) ?? [],
    facts,
  };
}

export function packEvent(
  event: SentEvent & Pick<Event, 'timestamp'>,
  outcome: Outcome,
  fields: EventFields | null,
): PackedEvent {
  const { match, description, enriched, debit, revenue } = outcome;
  let detail: EventDetail | null = null;
  const add = (members: EventDetail) => {
    detail = Object.assign(detail ?? {}, members);
  };
  if (!match) add({ ref: event.accountId });
  if (!fields) add({ attributes: event.attributes, dimensions: event.dimensions });
  if (description) add({ description: [...description].slice(0, MAX_DESCRIPTION).join('') });
  if (enriched) {
    const { dependencies, ...values } = enriched;
    if (!fields) add({ enriched: values });
    if (dependencies.length > 0) add({ dependencies });
  }
  if (debit)
    add({ overage: { inEvent: decimalText(debit.overage), inCycle: decimalText(debit.usedOverage) } });
  if (revenue) add({ revenue });
  if (outcome.usageAt) add({ sentAt: event.timestamp.toString() });
  return {
    vals: fields ? packValues(event, { enriched, fixed: fields.fixed }) : '',
    units: packUnits(outcome.units),
    detail,
  };
}

/** The event's own time as sent; the event may count at another time. */
export function sentAtOf({ detail, eventTime }: { detail: EventDetail; eventTime: Temporal.Instant }) {
  return detail.sentAt === undefined ? eventTime : Temporal.Instant.from(detail.sentAt);
}

export function packUnits(units: Outcome['units']): string {
  return units.map((each) => (each ? decimalText(each) : '')).join(SEPARATOR);
}

type EnrichedValues = NonNullable<EventDetail['enriched']>;

function namesOf({ attributes, dimensions }: EnrichedValues): NonNullable<ContextFacts['enriched']> {
  return { attributes: attributes.map(({ name }) => name), dimensions: dimensions.map(({ name }) => name) };
}

/** The values of an event whose context has the names, without promoted dimensions. */
export function packValues(
  { attributes, dimensions }: Pick<SentEvent, 'attributes' | 'dimensions'>,
  { enriched, fixed }: { enriched: EnrichedValues | null; fixed: EventFields['fixed'] },
): string {
  let text = '';
  for (const { value } of attributes) text += (text && SEPARATOR) + value;
  // A value is never empty, so an empty text contains no value yet.
  let index = 0;
  for (const name in dimensions) if (isOwn(fixed, index++)) text += (text && SEPARATOR) + dimensions[name];
  if (!enriched) return text;
  // Enriched values may be empty, so each has a separator before it.
  for (const { value } of enriched.attributes) text += SEPARATOR + value;
  for (const { value } of enriched.dimensions) text += SEPARATOR + value;
  return text;
}

function isOwn(fixed: EventFields['fixed'], index: number): boolean {
  return !fixed || fixed[index] === null;
}

/** The event as it was sent, from its row and its context. */
export function unpackFields(
  facts: ContextFacts,
  { vals, detail }: { vals: string; detail: EventDetail },
): Pick<SentEvent, 'accountId' | 'attributes' | 'dimensions'> {
  const accountId = detail.ref ?? facts.ref ?? '';
  const { fields } = facts;
  if (!fields) return { accountId, attributes: detail.attributes ?? [], dimensions: detail.dimensions ?? {} };
  const values = vals.split(SEPARATOR);
  const attributes = fields.attributes.map(([name, unit], i) => {
    const value = values[i] ?? '';
    return unit === undefined ? { name, value } : { name, value, unit };
  });
  const dimensions: Record<string, string> = {};
  let own = fields.attributes.length;
  for (const [i, name] of fields.dimensions.entries())
    dimensions[name] = fields.fixed?.[i] ?? values[own++] ?? '';
  return { accountId, attributes, dimensions };
}

/** The results of the processing steps of an event, from its row and its context. */
export function unpackPipeline(
  context: { schemaName: string; facts: ContextFacts },
  row: { vals: string; units: string; detail: EventDetail },
): StoredPipeline {
  const { units, detail } = row;
  if (detail.pipeline) return detail.pipeline;
  const { schemaName, facts } = context;
  const pipeline: StoredPipeline = {};
  if (facts.schemaVersion !== undefined)
    pipeline.eventSchema = { name: schemaName, version: facts.schemaVersion };
  if (facts.account) pipeline.account = facts.account;
  if (facts.customer) pipeline.customer = facts.customer;
  const enriched = detail.enriched ?? unpackEnriched(facts, row.vals);
  if (enriched) pipeline.enrichments = { ...enriched, dependencies: detail.dependencies ?? [] };
  if (facts.feature) {
    const { inEvent, inCycle } = detail.overage ?? {};
    pipeline.featureDetails = {
      ...facts.feature,
      ...(inEvent !== undefined && { overageInEvent: inEvent }),
      ...(inCycle !== undefined && { overageInCycle: inCycle }),
    };
  }
  if (facts.plan) pipeline.pricePlans = [facts.plan];
  if (facts.meters && facts.meters.length > 0) pipeline.usageMeters = unpackMeters(facts.meters, units);
  if (detail.revenue) pipeline.revenueDetails = detail.revenue;
  return pipeline;
}

function unpackEnriched({ fields, enriched }: ContextFacts, vals: string): EnrichedValues | null {
  if (!fields || !enriched) return null;
  const own = fields.dimensions.filter((_, index) => isOwn(fields.fixed, index)).length;
  // Without sent values, the text starts with the separator before the first enriched value.
  const sent = Math.max(1, fields.attributes.length + own);
  const values = vals.split(SEPARATOR).slice(sent);
  const named = (names: readonly string[], type: EnrichedValue['type'], from: number) =>
    names.map((name, i) => ({ name, type, value: values[from + i] ?? '' }));
  return {
    attributes: named(enriched.attributes, 'ATTRIBUTE', 0),
    dimensions: named(enriched.dimensions, 'DIMENSION', enriched.attributes.length),
  };
}

function unpackMeters(
  meters: NonNullable<ContextFacts['meters']>,
  text: string,
): NonNullable<StoredPipeline['usageMeters']> {
  const values = text.split(SEPARATOR);
  return meters.map((meter, i) => {
    const units = values[i];
    if (!units) return { ...meter, status: 'PROCESSED_FILTERED_OUT' };
    return { ...meter, status: 'PROCESSED_UNITS_COMPUTED', units };
  });
}
