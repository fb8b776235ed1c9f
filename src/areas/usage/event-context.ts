import { decimalText } from '#core/decimal.ts';
import type { EventSource, Outcome, StoredAttribute } from './event.ts';
import type { Event } from './schema.ts';

/** What many events share, and is stored once for all of them. */
export interface EventContext {
  schemaName: string;
  accountId: string | null;
  customerId: string | null;
  scheduleId: string | null;
  cycleStart: string | null;
  /** The borders of the cycle, as instants in text. */
  cycleAt: string | null;
  cycleUntil: string | null;
  /** In the order of the units of the events. */
  meterIds: readonly string[];
  facts: ContextFacts;
}

export interface ContextFacts {
  /** Type and id. */
  source: [string, string];
  /** The account as it was sent; absent when the event keeps it. */
  ref?: string;
  /** The names of the values of the events; absent when an event keeps its fields whole. */
  fields?: EventFields;
  /** Names of the values that were added to those sent; they follow them. */
  enriched?: { attributes: string[]; dimensions: string[] };
  schemaVersion?: number;
  account?: { id: string; name: string; alias?: string };
  customer?: { id: string; name: string };
  plan?: { id: string; scheduleId: string; cycleStart: string; cycleEnd: string };
  meters?: { id: string; name: string; version: number }[];
  feature?: { featureId: string; mappedAttribute: string };
}

/** Names in the order in which they were sent; an attribute with its unit when it has one. */
export interface EventFields {
  attributes: ([string] | [string, string])[];
  dimensions: string[];
  /** In the order of the dimensions: a value that all events of the context have; null: each has its own. */
  fixed?: readonly (string | null)[];
}

/** What an event does not share with others. */
export interface EventDetail {
  ref?: string;
  attributes?: StoredAttribute[];
  dimensions?: Record<string, string>;
  description?: string;
  /** Absent when the context names the values. */
  enriched?: { attributes: EnrichedValue[]; dimensions: EnrichedValue[] };
  dependencies?: { key: string; type: 'SETTING'; name: string; value: string }[];
  /** Decimals as text: overage of an event that was debited, and of the block that it lies in, up to it. */
  overage?: { inEvent: string; inCycle: string };
  revenue?: { usageMeterId: string; revenueInvoiceCurrency: string; revenueBaseCurrency: string }[];
  /** When it happened, of an event that counts at another time. */
  sentAt?: string;
  /** The status before the event was reverted. */
  before?: string;
  /** Of events that were stored before contexts existed. */
  pipeline?: StoredPipeline;
}
interface EnrichedValue {
  name: string;
  type: 'ATTRIBUTE' | 'DIMENSION';
  value: string;
}

/** What the steps found out, as events had it with them before contexts existed. */
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

/** No value of an event has a control character, so a tab can stand between them. */
export const SEPARATOR = '\t';
/** What the wire shows of a reason (`statusDescription`). */
export const MAX_DESCRIPTION = 250;

/** An event as its row: what the context says is left out. */
export interface PackedEvent {
  vals: string;
  units: string;
  detail: EventDetail | null;
}

type SentEvent = Pick<Event, 'schemaName' | 'accountId' | 'attributes' | 'dimensions'>;

/** Of events whose fields all have names that their schema knows: few shapes, which contexts can hold. */
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

/** When an event happened, as its sender said; it may count at another time. */
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

/** The values of an event whose names its context has; those that are fixed are left out. */
export function packValues(
  { attributes, dimensions }: Pick<SentEvent, 'attributes' | 'dimensions'>,
  { enriched, fixed }: { enriched: EnrichedValues | null; fixed: EventFields['fixed'] },
): string {
  let text = '';
  for (const { value } of attributes) text += (text && SEPARATOR) + value;
  // A value is never empty, so a text that is empty has no value yet.
  let index = 0;
  for (const name in dimensions) if (isOwn(fixed, index++)) text += (text && SEPARATOR) + dimensions[name];
  if (!enriched) return text;
  // Added values may be empty, so they are always set off.
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

/** What the steps found out about an event, from its row and its context. */
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
  // An event without values of its own has nothing before the first added value but its separator.
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
