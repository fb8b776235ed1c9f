import type { SchemaEvent } from '#areas/event-schemas/index.ts';
import type { EventFacts } from './decision/event-facts.ts';
import type { Progress, Step, Stop } from './decision/step.ts';
import { STEPS } from './decision/steps.ts';
import { failed, type Outcome } from './event.ts';

/**
 * Takes all steps; the first failing one decides the status. All or nothing: a failed event has no usage and
 * no debit, except the debit of an entitlement check that passed.
 */
export function processEvent(event: SchemaEvent, facts: EventFacts, steps: readonly Step[] = STEPS): Outcome {
  const outcome = failed(NOT_PROCESSED);
  const progress: Progress = { outcome, fields: event, declared: null, mark: null };
  const taken = { event, facts, progress };
  for (const step of steps) {
    const stop = takeStep(step, taken);
    if (stop) return stopped(stop, facts, outcome);
  }
  return outcome;
}

/** Replaced by the step that decides. */
export const NOT_PROCESSED = { status: 'UNKNOWN', description: 'no step decided' } as const;

function takeStep(
  step: Step,
  { event, facts, progress }: { event: SchemaEvent; facts: EventFacts; progress: Progress },
): Stop | null {
  switch (step.caching) {
    case 'FIXED':
      return step.decide(event, facts, progress.outcome);
    case 'PER_EVENT':
      return step.decide(event, facts, progress);
    case 'NEVER':
      return step.applies(facts) ? step.decide(event, facts, progress) : null;
    default:
      return step satisfies never;
  }
}

function stopped(
  { status, description, isOnHold = false }: Stop,
  { isEntitled }: EventFacts,
  outcome: Outcome,
): Outcome {
  if (!isEntitled) outcome.debit = null;
  return Object.assign(outcome, { status, description, isOnHold });
}
