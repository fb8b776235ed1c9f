import { resolveReference } from '#areas/accounts/index.ts';
import { EnrichmentError, enrichDeclared } from '#areas/event-schemas/index.ts';
import type { Decimal } from '#core/decimal.ts';
import { printShort, readShort } from '#core/short-decimal.ts';
import { fieldMapsOf, type Outcome } from '../event.ts';
import {
  contextOf,
  type EventContext,
  type PackedEvent,
  packUnits,
  packValues,
  SEPARATOR,
} from '../event-context.ts';
import { explainUnmatched } from '../explain-unmatched.ts';
import { judgeTime, MOST_MS_AHEAD } from '../judge-time.ts';
import { type Metered, meterFields } from '../meter-fields.ts';
import type { Event } from '../schema.ts';
import { contextContent } from '../store/contexts.ts';
import type { CachedPlan, PromotedDimensions } from './cached-plans.ts';

/** The outcome of an event that a cached plan processed. */
export interface Followed extends PackedEvent {
  event: Event;
  /** The event's time in milliseconds. */
  ms: number;
  plan: CachedPlan;
  status: Metered['status'];
  contextId: number;
  enriched: Outcome['enriched'];
  /** By meter: a decimal, or a short one in ten-millionths; null if the meter has no units. */
  sums: readonly (Decimal | number | null)[];
}

/** When events were received; in ms too, because converting an instant is slow. */
export interface Receipt {
  at: Temporal.Instant;
  ms: number;
}

export function receiptOf(at: Temporal.Instant): Receipt {
  return { at, ms: at.epochMilliseconds };
}

/** Dimensions to promote into the context from the next transaction on. */
export interface WantedPromotion {
  plan: CachedPlan;
  values: PromotedDimensions['values'];
  content: string;
  context: EventContext;
}

/** Consecutive events that must share a dimension's value before it is promoted into a context. */
const LONG_RUN = 64;

/**
 * Processes an event by the cached plan of an earlier, equal one; null if some property needs the full steps.
 * The result is exactly that of `processEvent`.
 */
export function applyCachedPlan(plan: CachedPlan, event: Event, received: Receipt): Followed | null {
  const { match, period, reference } = plan;
  const at = event.timestamp;
  const ms = at.epochMilliseconds;
  if (ms < plan.fromMs || ms >= plan.untilMs) return null;
  if (reference.exact !== match && resolveReference(reference, at) !== match) return null;
  // Within a millisecond of a boundary, or beyond it, the exact path decides.
  const isTimely = ms < received.ms + MOST_MS_AHEAD && received.ms < plan.dueMs;
  const { cycle } = period;
  if (!isTimely && judgeTime({ at, receivedAt: received.at, isEntitled: false, cycle })) return null;
  const measured = plan.plain ? measurePlain(event, plan.plain) : measureAll(event, plan);
  if (!measured) return null;
  const { status, units, sums, enriched, description } = measured;
  const fixed = noteDimensions(plan, event);
  const contextId = fixed ? fixed.contextId : plan.contextId;
  const vals = packValues(event, { enriched, fixed: fixed?.values });
  const detail = description === null ? null : { description };
  return { event, ms, plan, status, contextId, vals, units, detail, enriched, sums };
}

interface Measured extends Pick<Followed, 'status' | 'units' | 'enriched' | 'sums'> {
  description: string | null;
}

/** Handles short numbers only, which almost all are: it parses their digits as one integer. */
function measurePlain({ attributes }: Event, places: readonly number[]): Measured | null {
  const shorts: number[] = [];
  for (const { value } of attributes) {
    const short = readShort(value);
    if (short === null) return null;
    shorts.push(short);
  }
  let units = '';
  const sums: number[] = [];
  for (const index of places) {
    const short = shorts[index] as number;
    units += (sums.length > 0 ? SEPARATOR : '') + printShort(short);
    sums.push(short);
  }
  return { status: 'INGESTION_COMPLETED_EVENT_METERED', units, sums, enriched: null, description: null };
}

const NO_SETTINGS = new Map<string, never>();

function measureAll(event: Event, { schema, meters }: CachedPlan): Measured | null {
  const fields = enrichFields(event, schema);
  if (!fields) return null;
  const metered = meterFields(fields, meters);
  if ('description' in metered) return null;
  const { status, units, usage } = metered;
  const description = usage.length > 0 ? null : explainUnmatched(event, fields, meters);
  const enriched = schema.fields.length > 0 ? { ...fields.enriched, dependencies: [] } : null;
  return { status, units: packUnits(units), sums: units, enriched, description };
}

function enrichFields(event: Event, schema: CachedPlan['schema']) {
  try {
    return enrichDeclared(schema, fieldMapsOf(event), NO_SETTINGS);
  } catch (error) {
    if (error instanceof EnrichmentError) return null;
    throw error;
  }
}

/** Counts how often values repeat. Returns the promoted dimensions if the event has exactly those values. */
function noteDimensions(plan: CachedPlan, { dimensions }: Event): PromotedDimensions | null {
  const { fixed, lastValues, runs } = plan;
  let isFixed = fixed !== null;
  let index = 0;
  for (const name in dimensions) {
    const value = dimensions[name] as string;
    if (value === lastValues[index]) runs[index] = (runs[index] as number) + 1;
    else {
      lastValues[index] = value;
      runs[index] = 1;
    }
    if (isFixed && fixed) {
      const expected = fixed.values[index] as string | null;
      isFixed = expected === null || expected === value;
    }
    index++;
  }
  plan.events++;
  return isFixed ? fixed : null;
}

/**
 * The dimensions that a plan should promote by now, checked at intervals: a long-unchanged value is likely to
 * stay. If it does change, events only store it in their own rows again.
 */
export function findPromotion({ event, plan, enriched }: Followed): WantedPromotion | null {
  const values = valuesToPromote(plan);
  if (plan.events >= LONG_RUN) plan.events = 0;
  if (!values) return null;
  const { source, schema, match, period, meters, fields } = plan;
  const context = contextOf(
    event,
    { schema, match, period, meters, feature: null, enriched },
    { source, fields: { ...fields, fixed: values } },
  );
  return { plan, values, context, content: contextContent(context) };
}

/** Null if there is nothing new to promote, or the last check was recent. */
export function valuesToPromote({
  events,
  fixed,
  lastValues,
  runs,
}: CachedPlan): PromotedDimensions['values'] | null {
  if (events < LONG_RUN) return null;
  const values = lastValues.map((value, index) => ((runs[index] as number) >= LONG_RUN ? value : null));
  if (values.every((value) => value === null)) return null;
  if (fixed && values.every((value, index) => value === fixed.values[index])) return null;
  return values;
}
