import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountReference } from '#areas/accounts/index.ts';
import { compileSchema, type EventSchemaRow } from '#areas/event-schemas/index.ts';
import { decimalText } from '#core/decimal.ts';
import { printShort } from '#core/short-decimal.ts';
import { accountMatch, at, JANUARY, metersOf } from '#test/event-facts.ts';
import { toSchemaEvent } from '../event.ts';
import { contextOf, fieldsOf, packEvent, unpackFields, unpackPipeline } from '../event-context.ts';
import { noAccountFacts } from '../known/account-facts.ts';
import { noCatalogFacts } from '../known/catalog-facts.ts';
import { type EventFacts, processEvent } from '../process-event.ts';
import type { Event } from '../schema.ts';
import { applyCachedPlan, type Followed, findPromotion, receiptOf } from './apply-cached-plan.ts';
import { type CachedPlan, CachedPlans, cachedPlanOf } from './cached-plans.ts';

const NOW = at('2030-01-10T00:00:00Z');
const source = { type: 'API', id: 'key' };

const plainRow = {
  ...{ name: 'job', version: 3, attributes: [{ name: 'size' }, { name: 'time' }] },
  dimensions: [{ name: 'city' }, { name: 'tier' }],
  ...{ enrichments: null, filterFields: [], eventIdTemplate: null },
} as unknown as EventSchemaRow;
const weighted = {
  ...{ name: 'weighted', type: 'ATTRIBUTE', enrichmentType: 'JSON_LOGIC', order: 1 },
  value: '{"/":[{"var":"attribute.size"},{"var":"attribute.time"}]}', // fails for a time of 0
};
const SCHEMAS = {
  plain: compileSchema(plainRow),
  enriched: compileSchema({ ...plainRow, enrichments: { fields: [weighted] } } as EventSchemaRow),
};

const meter = metersOf('job', 'size');
const METERS = {
  size: meter('size'),
  time: meter('time', { computations: [{ computation: '{"var":"attribute.time"}', order: 1 }] }),
  weighted: meter('weighted', {
    computations: [{ computation: '{"+":[{"var":"attribute.weighted"},0]}', order: 1 }],
  }),
  count: meter('count', { aggregation: 'COUNT', computations: [] }),
  oslo: meter('oslo', { filters: [{ field: 'city', value: 'Oslo' }] }),
  greatest: meter('greatest', { aggregation: 'MAX' }),
};

const match = accountMatch('ACTIVE');
const reference: AccountReference = {
  exact: null,
  aliases: [{ match, from: at('2030-01-03T12:00:00Z'), until: at('2030-01-20T00:00:00Z') }],
};
interface World {
  schema: keyof typeof SCHEMAS;
  meters: readonly (keyof typeof METERS)[];
}

function factsOf({ schema, meters }: World, receivedAt = NOW): EventFacts {
  return {
    ...{
      receivedAt,
      schema: SCHEMAS[schema],
      match,
      period: JANUARY,
      dependencies: new Map(),
      feature: null,
    },
    ...{ meters: meters.map((name) => METERS[name]), wallet: null, isEntitled: false, late: null },
  };
}

const event = (members: Partial<Event> = {}): Event => ({
  ...{ schemaName: 'job', id: 'e', accountId: 'one', timestamp: at('2030-01-09T00:00:00Z') },
  attributes: [
    { name: 'size', value: '4200' },
    { name: 'time', value: '1.5' },
  ],
  dimensions: { city: 'Riga', tier: 'gold' },
  ...members,
});

function begin(world: World, first = event()) {
  const outcome = processEvent(toSchemaEvent(first), factsOf(world));
  const catalog = noCatalogFacts();
  const { schema, meters } = { schema: SCHEMAS[world.schema], meters: outcome.meters ?? [] };
  catalog.schemas.set('job', { compiled: schema, isActive: true, isPriced: false, feature: null, meters });
  const accounts = noAccountFacts();
  accounts.references.set('one', reference);
  const fields = fieldsOf(first, outcome);
  const processed = { seq: 1, eventId: 'e', event: first, source, timestamp: first.timestamp, outcome };
  return cachedPlanOf(processed, { catalog, accounts, context: { contextId: 1, fields } });
}

/** What is read of an event that went step by step. */
function byStepsOf(sent: Event, world: World, receivedAt = NOW) {
  const outcome = processEvent(toSchemaEvent(sent), factsOf(world, receivedAt));
  const fields = fieldsOf(sent, outcome);
  const packed = packEvent(sent, outcome, fields);
  const context = contextOf(sent, outcome, { source, fields });
  const row = { ...packed, detail: packed.detail ?? {} };
  const units = outcome.units.map((each) => each && decimalText(each));
  return {
    ...{ status: outcome.status, units, sent: unpackFields(context.facts, row) },
    reason: row.detail.description,
    pipeline: unpackPipeline(context, row),
  };
}

/** What is read of an event that followed the route. */
function followedOf(followed: Followed, { plan, sent }: { plan: CachedPlan; sent: Event }) {
  const { source: from, schema, meters, fields } = plan;
  const fixed = followed.contextId === plan.contextId ? undefined : plan.fixed?.values;
  const enriched = schema.fields.length > 0 ? { attributes: [WEIGHTED], dimensions: [] } : null;
  const context = contextOf(
    sent,
    { schema, match: plan.match, period: plan.period, meters, feature: null, enriched },
    { source: from, fields: { ...fields, ...(fixed && { fixed }) } },
  );
  const row = { ...followed, detail: followed.detail ?? {} };
  const units = followed.sums.map((each) => {
    if (each === null) return null;
    return typeof each === 'number' ? printShort(each) : decimalText(each);
  });
  return {
    ...{ status: followed.status, units, sent: unpackFields(context.facts, row) },
    reason: row.detail.description,
    pipeline: unpackPipeline(context, row),
  };
}
const WEIGHTED = { name: 'weighted', type: 'ATTRIBUTE', value: '' } as const;

const decimalish = fc.oneof(
  fc.stringMatching(/^-?\d{1,7}(?:\.\d{1,7})?$/),
  fc.stringMatching(/^-?\d{1,32}(?:\.\d{1,20})?$/),
  fc.constantFrom('0', '-0', '0.0', '007.100'),
);
const moment = fc
  .integer({ min: Date.UTC(2029, 11, 30), max: Date.UTC(2030, 1, 3) })
  .map((ms) => Temporal.Instant.fromEpochMilliseconds(ms));
const border = fc.constantFrom(
  '2030-01-03T12:00:00Z',
  '2030-01-03T11:59:59.999999Z',
  '2030-01-11T00:00:00Z',
  '2030-01-11T00:00:00.000001Z',
  '2029-12-31T23:59:59.999Z',
);
const sentEvent = fc
  .record({
    size: decimalish,
    time: decimalish,
    timestamp: fc.oneof(moment, border.map(at)),
    city: fc.constantFrom('Riga', 'Oslo'),
    tier: fc.constantFrom('gold', 'silver'),
  })
  .map(({ size, time, timestamp, city, tier }) =>
    event({
      attributes: [
        { name: 'size', value: size },
        { name: 'time', value: time },
      ],
      ...{ timestamp, dimensions: { city, tier } },
    }),
  );
const world: fc.Arbitrary<World> = fc
  .record({
    schema: fc.constantFrom('plain', 'enriched' as const),
    meters: fc.uniqueArray(fc.constantFrom('size', 'time', 'count', 'oslo' as const)),
    isWeighted: fc.boolean(),
  })
  .map(({ schema, meters, isWeighted }) => ({
    ...{ schema, meters: schema === 'enriched' && isWeighted ? [...meters, 'weighted'] : meters },
  }));

describe('an event that follows a route', () => {
  it('comes to what the steps come to, and an event that would not does not follow', () => {
    let followedOnes = 0;
    fc.assert(
      fc.property(
        world,
        fc.array(sentEvent, { minLength: 5, maxLength: 15 }),
        fc.nat(1),
        (given, events, fixes) => {
          const plan = begin(given) as CachedPlan;
          if (fixes === 1) plan.fixed = { values: [null, 'gold'], contextId: 2 };
          for (const sent of events) {
            const followed = applyCachedPlan(plan, sent, receiptOf(NOW));
            const expected = byStepsOf(sent, given);
            if (!followed) continue;
            followedOnes++;
            expect(followedOf(followed, { plan, sent })).toEqual(expected);
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(followedOnes).toBeGreaterThan(500);
  });

  it.each([
    ['at the end of the alias', { timestamp: at('2030-01-03T11:59:59.999Z') }, NOW],
    ['before the cycle', { timestamp: at('2029-12-31T23:59:59.999Z') }, NOW],
    ['too far ahead', { timestamp: at('2030-01-11T00:00:00.000001Z') }, NOW],
    ['when the cycle takes no more', {}, at('2030-02-03T00:00:00Z')],
  ] as const)('does not do so %s', (_, members, receivedAt) => {
    const plan = begin({ schema: 'plain', meters: ['size'] }) as CachedPlan;
    expect(applyCachedPlan(plan, event(), receiptOf(NOW))).not.toBeNull();
    expect(applyCachedPlan(plan, event(members), receiptOf(receivedAt))).toBeNull();
  });

  it.each([
    ['a day ahead', { timestamp: at('2030-01-11T00:00:00Z') }, NOW],
    ['just before the cycle takes no more', {}, at('2030-02-02T23:59:59.999999Z')],
  ] as const)('does so %s', (_, members, receivedAt) => {
    const plan = begin({ schema: 'plain', meters: ['size'] }) as CachedPlan;
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
    const plan = begin({ schema: 'plain', meters: ['size'] }) as CachedPlan;
    plans.remember('job', 'one', plan);
    const { attributes } = event();
    const find = (members: Partial<Event>, from = source) =>
      plans.find({ event: event(members), source: from });
    expect(find({ dimensions: { city: 'Oslo', tier: 'x' } })).toBe(plan);
    expect(find({}, { type: 'API', id: 'another' })).toBeNull();
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
      const followed = applyCachedPlan(plan, sent, receiptOf(NOW)) as Followed;
      wanted = findPromotion(followed) ?? wanted;
    }
    return wanted;
  };

  it('go into a context after 64 events in a row, and others stay with their events', () => {
    const plan = begin({ schema: 'plain', meters: ['size'] }) as CachedPlan;
    expect(send(plan, 63)).toBeNull();
    expect(send(plan, 1)).toMatchObject({ values: [null, 'gold'] });
  });

  it('are left out of the events that have them, and only of those', () => {
    const plan = begin({ schema: 'plain', meters: ['size'] }) as CachedPlan;
    plan.fixed = { values: [null, 'gold'], contextId: 2 };
    const follow = (tier: string) =>
      applyCachedPlan(plan, event({ dimensions: { city: 'Riga', tier } }), receiptOf(NOW));
    expect(follow('gold')).toMatchObject({ contextId: 2, vals: '4200\t1.5\tRiga' });
    expect(follow('silver')).toMatchObject({ contextId: 1, vals: '4200\t1.5\tRiga\tsilver' });
  });

  it('are replaced when another value has come 64 times in a row', () => {
    const plan = begin({ schema: 'plain', meters: ['size'] }) as CachedPlan;
    plan.fixed = { values: [null, 'gold'], contextId: 2 };
    expect(send(plan, 200)).toBeNull();
    expect(send(plan, 200, { tier: 'silver' })).toMatchObject({ values: [null, 'silver'] });
  });
});
