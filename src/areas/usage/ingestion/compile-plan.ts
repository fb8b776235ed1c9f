import type { AccountReference } from '#areas/accounts/index.ts';
import { type EventFacts, findSpan } from '../decision/event-facts.ts';
import { type EventContent, PASSES, type PerEventStep, type ShortForm, type Step } from '../decision/step.ts';
import { STEPS } from '../decision/steps.ts';
import type { CachedPlan } from './cached-plans.ts';
import type { KnownContext, ProcessedEvent } from './pack-events.ts';

/** An event that took all steps, with the facts that decided. */
export interface DecidedEvent extends ProcessedEvent {
  facts: EventFacts;
}

/**
 * Compiles the plan of a processed event: results of fixed steps come with its context, and steps per event
 * remain. Null if a fact or a step cannot be cached, or if the event failed, which leaves out steps.
 */
export function compilePlan(
  { event, source, outcome, facts }: DecidedEvent,
  known: { reference: AccountReference | undefined; context: KnownContext },
  steps: readonly Step[] = STEPS,
): CachedPlan | null {
  const { contextId, fields } = known.context;
  if (!fields || !known.reference || !facts.period) return null;
  if (!outcome.status.startsWith('INGESTION_COMPLETED')) return null;
  const span = findSpan(facts, known.reference);
  const remaining = span && remainingSteps(steps, facts);
  if (!remaining) return null;
  const { schema, match, period, meters, feature } = outcome;
  return {
    ...{ source, facts, contextId, fields, steps: remaining },
    ...{ fromMs: span.fromMs, untilMs: span.untilMs, dueMs: facts.period.cycle.dueAt.epochMilliseconds },
    found: { schema, match, period, meters, feature },
    shortForms: shorten(remaining, { event, facts }),
    ...{ fixed: null, lastValues: Object.values(event.dimensions), events: 0 },
    runs: fields.dimensions.map(() => 1),
  };
}

/** The steps that each event takes; null if an event takes one that cannot be cached. */
function remainingSteps(steps: readonly Step[], facts: EventFacts): PerEventStep[] | null {
  const remaining: PerEventStep[] = [];
  for (const step of steps)
    switch (step.caching) {
      case 'FIXED':
        break;
      case 'PER_EVENT':
        remaining.push(step);
        break;
      case 'NEVER':
        if (step.applies(facts)) return null;
        break;
      default:
        return step satisfies never;
    }
  return remaining;
}

function shorten(
  steps: readonly PerEventStep[],
  { event, facts }: { event: EventContent; facts: EventFacts },
): ShortForm[] | null {
  const forms: ShortForm[] = [];
  for (const step of steps) {
    const form = step.shorten(event, facts);
    if (!form) return null;
    if (form !== PASSES) forms.push(form);
  }
  return forms;
}
