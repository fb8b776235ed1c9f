import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText } from '#core/decimal.ts';
import { printShort } from '#core/short-decimal.ts';
import { factsOf, type Received, received, referenceOf, type World, world } from '#test/event-worlds.ts';
import { receiptOf, type Step } from '../decision/step.ts';
import { STEPS } from '../decision/steps.ts';
import { type Outcome, toSchemaEvent } from '../event.ts';
import { contextOf, fieldsOf, packEvent, unpackFields, unpackPipeline } from '../event-context.ts';
import { processEvent } from '../process-event.ts';
import { isNotSummed } from '../rollups.ts';
import { applyCachedPlan, type PlannedEvent } from './apply-cached-plan.ts';
import { CachedPlans } from './cached-plans.ts';
import { compilePlan } from './compile-plan.ts';

const source = { type: 'API', id: 'key' };
const CONTEXT = 1;

/** Processes events as one process does: by cached plans, or else by all steps, which leave a plan. */
function processorOf(given: World, steps: readonly Step[] = STEPS) {
  const plans = new CachedPlans();
  return (sent: Received): PlannedEvent | Outcome => {
    const { event, receivedAt } = sent;
    const facts = factsOf(given, sent);
    const { isEntitled } = facts;
    const plan = plans.find({ event, source, isEntitled });
    const planned = plan && applyCachedPlan(plan, event, receiptOf(receivedAt));
    if (planned) return planned;
    const outcome = processEvent(toSchemaEvent(event), facts, steps);
    const processed = { seq: 1, eventId: 'e', event, source, timestamp: event.timestamp, outcome, facts };
    const context = { contextId: CONTEXT, fields: fieldsOf(event, outcome) };
    const made = compilePlan(processed, { reference: referenceOf(given), context }, steps);
    if (made) plans.remember('job', 'one', made);
    return outcome;
  };
}

/** What is read of an event that took all steps. */
function readSteps({ event }: Received, outcome: Outcome) {
  const fields = fieldsOf(event, outcome);
  const context = contextOf(event, outcome, { source, fields });
  const row = { ...packEvent(event, outcome, fields), detail: {} };
  row.detail = packEvent(event, outcome, fields).detail ?? {};
  return {
    ...{ status: outcome.status, sent: unpackFields(context.facts, row) },
    units: outcome.units.map((each) => each && decimalText(each)),
    pipeline: unpackPipeline(context, row),
    detail: row.detail,
  };
}

/** What is read of an event that followed a plan: its context has the names of the first one's values. */
function readPlanned({ event }: Received, planned: PlannedEvent) {
  const { found, fields, source: from } = planned.plan;
  const { status, sums, enriched } = planned;
  const context = contextOf(event, { ...found, enriched }, { source: from, fields });
  const row = { ...planned, detail: planned.detail ?? {} };
  const units = sums.map((each) => (typeof each === 'number' ? printShort(each) : each && decimalText(each)));
  const sent = unpackFields(context.facts, row);
  return { status, units, sent, pipeline: unpackPipeline(context, row), detail: row.detail };
}

const isPlanned = (result: PlannedEvent | Outcome): result is PlannedEvent => 'plan' in result;

/** Whether storing the event takes more than its row and the sums of its units. */
function needsMore(outcome: Outcome): boolean {
  const { debit, wallet, licenseMark, isLateArrival, usageAt, isPriced, period, usage } = outcome;
  if (debit || wallet || licenseMark || isLateArrival || usageAt || isPriced || !period) return true;
  return outcome.isOnHold || usage.some(({ aggregation }) => isNotSummed(aggregation));
}

describe('an event that follows a cached plan', () => {
  it('has the status, reason, units and pipeline that all steps find, and needs no more to be stored', () => {
    const followedIn = new Map<string, number>();
    let ordinary = 0;
    fc.assert(
      fc.property(world, fc.array(received, { minLength: 5, maxLength: 20 }), (given, events) => {
        const process = processorOf(given);
        if (given.rare === 'none') ordinary += events.length;
        for (const sent of events) {
          const outcome = processEvent(toSchemaEvent(sent.event), factsOf(given, sent));
          const result = process(sent);
          if (!isPlanned(result)) continue;
          followedIn.set(given.rare, (followedIn.get(given.rare) ?? 0) + 1);
          expect(readPlanned(sent, result)).toEqual(readSteps(sent, outcome));
          expect(needsMore(outcome)).toBe(false);
        }
      }),
      { numRuns: 600 },
    );
    // Many events of ordinary worlds do; an archived account may hand its alias on to another.
    expect((followedIn.get('none') ?? 0) / ordinary).toBeGreaterThan(0.1);
    expect([...followedIn.keys()].filter((rare) => !['none', 'archived', 'draft'].includes(rare))).toEqual(
      [],
    );
  });
});

const ORDINARY: World = {
  ...{ schema: 'plain', meters: ['size'], rare: 'none', isAlias: true, policy: 'REJECT' },
};
const at = (text: string) => Temporal.Instant.from(text);
const first: Received = {
  receivedAt: at('2030-01-10T00:00:00Z'),
  event: {
    ...{ schemaName: 'job', id: 'e', accountId: 'one', timestamp: at('2030-01-09T00:00:00Z') },
    attributes: [
      { name: 'size', value: '4200' },
      { name: 'time', value: '1.5' },
    ],
    dimensions: { city: 'Riga', tier: 'gold' },
  },
};

describe('a step that is added', () => {
  const seen: string[] = [];
  /** Whether the second of two equal events follows a plan. */
  const follows = (added: Step) => {
    seen.length = 0;
    const process = processorOf(ORDINARY, [...STEPS, added]);
    process(first);
    return isPlanned(process(first));
  };
  const look = () => {
    seen.push('looked');
    return null;
  };

  it('is left to the first event if it is fixed', () => {
    expect(follows({ caching: 'FIXED', decide: look })).toBe(true);
    expect(seen).toHaveLength(1);
  });

  it('is taken by every event that follows a plan if it is per event', () => {
    expect(follows({ caching: 'PER_EVENT', decide: look, shorten: () => null })).toBe(true);
    expect(seen).toHaveLength(2);
    const shorten = () => () => look() === null;
    expect(follows({ caching: 'PER_EVENT', decide: look, shorten })).toBe(true);
    expect(seen).toHaveLength(2);
  });

  it('sends an event through all steps if it stops it', () => {
    const stop = { status: 'INGESTION_FAILED', description: 'no' } as const;
    const decide = () => (seen.push('looked') > 1 ? stop : null);
    expect(follows({ caching: 'PER_EVENT', decide, shorten: () => null })).toBe(false);
  });

  it('prevents plans if it is never cached and applies', () => {
    const applied = (isApplied: boolean) =>
      follows({ caching: 'NEVER', applies: () => isApplied, decide: look });
    expect(applied(true)).toBe(false);
    expect(seen).toHaveLength(2);
    expect(applied(false)).toBe(true);
    expect(seen).toHaveLength(0);
  });

  it('does not compile without a declaration, or if it reads more than it declares', () => {
    // @ts-expect-error every step says whether a plan can take its part
    const undeclared: Step = { decide: () => null };
    // @ts-expect-error a step per event says whether it has a short form
    const long: Step = { caching: 'PER_EVENT', decide: () => null };
    // @ts-expect-error a step that is never cached says when it applies
    const always: Step = { caching: 'NEVER', decide: () => null };
    const fixed = { caching: 'FIXED' } as const;
    // @ts-expect-error the time of receipt is not fixed
    const timed: Step = { ...fixed, decide: (_, { receivedAt }) => (receivedAt ? null : null) };
    // @ts-expect-error nor are credits
    const paid: Step = { ...fixed, decide: (_, { wallet }) => (wallet ? null : null) };
    // @ts-expect-error nor is the time of the event
    const dated: Step = { ...fixed, decide: ({ timestamp }) => (timestamp ? null : null) };
    // @ts-expect-error nor are values
    const valued: Step = { ...fixed, decide: ({ dimensions }) => (dimensions.get('city') ? null : null) };
    const marked: Step = {
      ...{ caching: 'PER_EVENT', shorten: () => null },
      // @ts-expect-error an event with a plan is stored with its units alone
      decide: (_event, _facts, { outcome }) => (outcome.debit ? null : null),
    };
    expect([undeclared, long, always, timed, paid, dated, valued, marked]).toHaveLength(8);
  });
});
