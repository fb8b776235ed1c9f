import { describe, expect, it } from 'vitest';
import { at } from '#test/event-facts.ts';
import { factsOf, referenceOf, type World } from '#test/event-worlds.ts';
import { receiptOf } from '../decision/step.ts';
import { toSchemaEvent } from '../event.ts';
import { fieldsOf } from '../event-context.ts';
import { processEvent } from '../process-event.ts';
import type { Event } from '../schema.ts';
import { applyCachedPlan, findPromotion, type PlannedEvent } from './apply-cached-plan.ts';
import { type CachedPlan, CachedPlans } from './cached-plans.ts';
import { compilePlan } from './compile-plan.ts';

const NOW = at('2030-01-10T00:00:00Z');
const source = { type: 'API', id: 'key' };

const event = (members: Partial<Event> = {}): Event => ({
  ...{ schemaName: 'job', id: 'e', accountId: 'one', timestamp: at('2030-01-09T00:00:00Z') },
  attributes: [
    { name: 'size', value: '4200' },
    { name: 'time', value: '1.5' },
  ],
  dimensions: { city: 'Riga', tier: 'gold' },
  ...members,
});

function begin(given: Partial<World>, first = event()) {
  const world: World = {
    ...{ schema: 'plain', meters: ['size'], rare: 'none', isAlias: true, policy: 'REJECT', ...given },
  };
  const facts = factsOf(world, { event: first, receivedAt: NOW });
  const outcome = processEvent(toSchemaEvent(first), facts);
  const fields = fieldsOf(first, outcome);
  const processed = { seq: 1, eventId: 'e', event: first, source, timestamp: first.timestamp };
  const known = { reference: referenceOf(world), context: { contextId: 1, fields } };
  return compilePlan({ ...processed, outcome, facts }, known) as CachedPlan;
}

describe('an event that follows a route', () => {
  it.each([
    ['at the end of the alias', { timestamp: at('2030-01-03T11:59:59.999Z') }, NOW],
    ['before the cycle', { timestamp: at('2029-12-31T23:59:59.999Z') }, NOW],
    ['too far ahead', { timestamp: at('2030-01-11T00:00:00.000001Z') }, NOW],
    ['when the cycle takes no more', {}, at('2030-02-03T00:00:00Z')],
  ] as const)('does not do so %s', (_, members, receivedAt) => {
    const plan = begin({});
    expect(applyCachedPlan(plan, event(), receiptOf(NOW))).not.toBeNull();
    expect(applyCachedPlan(plan, event(members), receiptOf(receivedAt))).toBeNull();
  });

  it.each([
    ['a day ahead', { timestamp: at('2030-01-11T00:00:00Z') }, NOW],
    ['just before the cycle takes no more', {}, at('2030-02-02T23:59:59.999999Z')],
  ] as const)('does so %s', (_, members, receivedAt) => {
    const plan = begin({});
    expect(applyCachedPlan(plan, event(members), receiptOf(receivedAt))).not.toBeNull();
  });
});

describe('a route', () => {
  it.each([
    ['usage that is no sum', { schema: 'plain', meters: ['greatest'] }, '1'],
    ['an event that failed', { schema: 'enriched', meters: ['size'] }, '0'],
  ] as const)('is not made of %s', (_, given, time) => {
    const attributes = [
      { name: 'size', value: '1' },
      { name: 'time', value: time },
    ];
    expect(begin(given, event({ attributes }))).toBeNull();
  });

  it('is found by source, schema, account and the names of the fields in their order', () => {
    const plans = new CachedPlans();
    const plan = begin({});
    plans.remember('job', 'one', plan);
    const { attributes } = event();
    const find = (members: Partial<Event>, from = source, isEntitled = false) =>
      plans.find({ event: event(members), source: from, isEntitled });
    expect(find({ dimensions: { city: 'Oslo', tier: 'x' } })).toBe(plan);
    expect(find({}, { type: 'API', id: 'another' })).toBeNull();
    expect(find({}, source, true)).toBeNull();
    expect(find({ schemaName: 'other' })).toBeNull();
    expect(find({ accountId: 'two' })).toBeNull();
    expect(find({ attributes: attributes.toReversed() })).toBeNull();
    expect(find({ attributes: attributes.map((each) => ({ ...each, unit: 'B' })) })).toBeNull();
    expect(find({ dimensions: { city: 'Oslo' } })).toBeNull();
    expect(find({ dimensions: { city: 'Oslo', tier: 'x', more: 'y' } })).toBeNull();
    plans.forget();
    expect(find({})).toBeNull();
  });
});

describe('dimensions that stay the same', () => {
  const send = (plan: CachedPlan, count: number, dimensions: Record<string, string> = {}) => {
    let wanted: ReturnType<typeof findPromotion> = null;
    for (let i = 0; i < count; i++) {
      const sent = event({ dimensions: { city: `city ${i}`, tier: 'gold', ...dimensions } });
      const planned = applyCachedPlan(plan, sent, receiptOf(NOW)) as PlannedEvent;
      wanted = findPromotion(planned) ?? wanted;
    }
    return wanted;
  };

  it('go into a context after 64 events in a row, and others stay with their events', () => {
    const plan = begin({});
    expect(send(plan, 63)).toBeNull();
    expect(send(plan, 1)).toMatchObject({ values: [null, 'gold'] });
  });

  it('are left out of the events that have them, and only of those', () => {
    const plan = begin({});
    plan.fixed = { values: [null, 'gold'], contextId: 2 };
    const applyPlan = (tier: string) =>
      applyCachedPlan(plan, event({ dimensions: { city: 'Riga', tier } }), receiptOf(NOW));
    expect(applyPlan('gold')).toMatchObject({ contextId: 2, vals: '4200\t1.5\tRiga' });
    expect(applyPlan('silver')).toMatchObject({ contextId: 1, vals: '4200\t1.5\tRiga\tsilver' });
  });

  it('are replaced when another value has come 64 times in a row', () => {
    const plan = begin({});
    plan.fixed = { values: [null, 'gold'], contextId: 2 };
    expect(send(plan, 200)).toBeNull();
    expect(send(plan, 200, { tier: 'silver' })).toMatchObject({ values: [null, 'silver'] });
  });
});
