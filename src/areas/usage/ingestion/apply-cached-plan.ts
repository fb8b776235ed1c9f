import type { EventFacts } from '../decision/event-facts.ts';
import type { PlannedOutcome, PlannedProgress, Receipt, ShortEvent } from '../decision/step.ts';
import { failed, fieldMapsOf, type Outcome } from '../event.ts';
import { contextOf, type EventContext, type PackedEvent, packUnits, packValues } from '../event-context.ts';
import { NOT_PROCESSED } from '../process-event.ts';
import type { Event } from '../schema.ts';
import { contextContent } from '../store/contexts.ts';
import type { CachedPlan, PromotedDimensions } from './cached-plans.ts';

/** The outcome of an event that a cached plan processed. */
export interface PlannedEvent extends PackedEvent, ShortEvent {
  event: Event;
  plan: CachedPlan;
  status: Outcome['status'];
  contextId: number;
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
 * Processes an event by the cached plan of an earlier, equal one; null if some property needs all steps. The
 * result is exactly that of `processEvent`.
 */
export function applyCachedPlan(plan: CachedPlan, event: Event, received: Receipt): PlannedEvent | null {
  const ms = event.timestamp.epochMilliseconds;
  if (ms < plan.fromMs || ms >= plan.untilMs) return null;
  const { contextId, shortForms } = plan;
  // As most events end; steps that come to something else replace it.
  const planned: PlannedEvent = {
    event,
    ms,
    plan,
    status: 'INGESTION_COMPLETED_EVENT_METERED',
    contextId,
    vals: '',
    units: '',
    detail: null,
    enriched: null,
    sums: NO_SUMS,
  };
  if (shortForms) {
    for (const decides of shortForms) if (!decides(planned, received)) return null;
  } else if (!takeSteps(planned, received)) return null;
  const fixed = noteDimensions(plan, event);
  if (fixed) planned.contextId = fixed.contextId;
  planned.vals = packValues(event, { enriched: planned.enriched, fixed: fixed?.values });
  return planned;
}

const NO_SUMS: PlannedEvent['sums'] = [];

/** Takes the steps of the plan; false if one stops the event, which then needs all steps. */
function takeSteps(planned: PlannedEvent, received: Receipt): boolean {
  const { plan, event } = planned;
  const fields = fieldMapsOf(event);
  const outcome: PlannedOutcome = failed(NOT_PROCESSED);
  const progress: PlannedProgress = { outcome, fields, declared: fields };
  const facts = factsOf(plan, received);
  for (const step of plan.steps) if (step.decide(event, facts, progress)) return false;
  const { status, description, units, enriched } = outcome;
  planned.status = status;
  planned.units = packUnits(units);
  planned.sums = units;
  planned.enriched = enriched;
  if (description !== null) planned.detail = { description };
  return true;
}

function factsOf(plan: CachedPlan, { at: receivedAt }: Receipt): EventFacts {
  if (plan.facts.receivedAt !== receivedAt) plan.facts = { ...plan.facts, receivedAt };
  return plan.facts;
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
export function findPromotion({ event, plan, enriched }: PlannedEvent): WantedPromotion | null {
  const values = valuesToPromote(plan);
  if (plan.events >= LONG_RUN) plan.events = 0;
  if (!values) return null;
  const { source, found, fields } = plan;
  const context = contextOf(event, { ...found, enriched }, { source, fields: { ...fields, fixed: values } });
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
