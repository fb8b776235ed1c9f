import fc from 'fast-check';
import { type AccountReference, resolveReference } from '#areas/accounts/index.ts';
import { compileSchema, type EventSchemaRow } from '#areas/event-schemas/index.ts';
import { isPastDeadline } from '#areas/usage/check-time.ts';
import type { EventFacts, Period } from '#areas/usage/decision/event-facts.ts';
import type { Event } from '#areas/usage/schema.ts';
import { ZERO } from '#core/decimal.ts';
import { accountMatch, at, JANUARY, metersOf } from './event-facts.ts';

/**
 * Random organizations with one schema, `job`, and events of one reference in January 2030 and around it. The
 * reference is an id or an alias that changes hands; cycles are January, until 3 February, and February.
 */

const row = {
  ...{ name: 'job', version: 3, attributes: [{ name: 'size' }, { name: 'time' }] },
  dimensions: [{ name: 'city' }, { name: 'tier' }],
  ...{ enrichments: null, filterFields: [], eventIdTemplate: null },
} as unknown as EventSchemaRow;
const weighted = {
  ...{ name: 'weighted', type: 'ATTRIBUTE', enrichmentType: 'JSON_LOGIC', order: 1 },
  value: '{"/":[{"var":"attribute.size"},{"var":"attribute.time"}]}', // fails for a time of 0
};
const scaled = {
  ...{ name: 'scaled', type: 'DIMENSION', enrichmentType: 'JSON_LOGIC', order: 2 },
  value: '{"cat":[{"var":"dependencies.scale"},{"var":"dimension.city"}]}',
};
const scale = { type: 'SETTING', key: 'setting.USER.scale', name: 'scale' };
export const SCHEMAS = {
  plain: compileSchema(row),
  enriched: compileSchema({ ...row, enrichments: { fields: [weighted] } } as EventSchemaRow),
  setting: compileSchema({
    ...row,
    enrichments: { fields: [scaled], dependencies: [scale] },
  } as EventSchemaRow),
};

const meter = metersOf('job', 'size');
const summing = (computation: string, matcher?: string) => ({
  computations: [{ computation, order: 1, ...(matcher && { matcher }) }],
});
export const METERS = {
  size: meter('size'),
  time: meter('time', summing('{"var":"attribute.time"}')),
  weighted: meter('weighted', summing('{"+":[{"var":"attribute.weighted"},0]}')),
  count: meter('count', { aggregation: 'COUNT', computations: [] }),
  oslo: meter('oslo', { filters: [{ field: 'city', value: 'Oslo' }] }),
  large: meter('large', summing('{"var":"attribute.size"}', '{">":[{"var":"attribute.size"},1000]}')),
  mean: meter('mean', { aggregation: 'AVERAGE' }),
  greatest: meter('greatest', { aggregation: 'MAX' }),
  cities: meter('cities', { aggregation: 'UNIQUE_COUNT', ...summing('{"var":"dimension.city"}') }),
};
/** A property that few events have, and none with a plan. */
const RARE = [
  ...[
    'none',
    'none',
    'none',
    'none',
    'none',
    'none',
    'none',
    'feature',
    'access',
    'license',
    'named meter',
    'revenue',
    'setting',
  ],
  ...['archived', 'draft', 'no schema', 'no meter'],
] as const;

export interface World {
  schema: 'plain' | 'enriched';
  meters: readonly (keyof typeof METERS)[];
  rare: (typeof RARE)[number];
  isAlias: boolean;
  policy: 'REJECT' | EventFacts['late'];
}

export const world: fc.Arbitrary<World> = fc.record({
  schema: fc.constantFrom('plain', 'enriched'),
  // More often one that every plan knows.
  meters: fc.oneof(
    fc.uniqueArray(fc.constantFrom('size', 'time')),
    fc.uniqueArray(fc.constantFrom('size', 'time', 'count', 'oslo', 'large', 'mean', 'weighted')),
    fc.uniqueArray(fc.constantFrom(...(Object.keys(METERS) as (keyof typeof METERS)[]))),
  ),
  rare: fc.constantFrom(...RARE),
  isAlias: fc.boolean(),
  policy: fc.constantFrom('REJECT', 'ADJUST', 'NEXT_CYCLE'),
});

const decimalish = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^-?\d{1,7}(?:\.\d{1,7})?$/) },
  fc.stringMatching(/^-?\d{1,32}(?:\.\d{1,20})?$/),
  fc.constantFrom('0', '-0', '0.0', '007.100'),
);
const BORDERS = [
  ...['2029-12-31T23:59:59.999Z', '2030-01-03T11:59:59.999999Z', '2030-01-03T12:00:00Z'],
  ...['2030-01-20T00:00:00.0005Z', '2030-01-31T23:59:59.999999Z', '2030-02-01T00:00:00Z'],
  ...['2030-01-11T00:00:00Z', '2030-01-11T00:00:00.000001Z'],
];
const between = (from: string, until: string) =>
  fc
    .integer({ min: at(from).epochMilliseconds, max: at(until).epochMilliseconds })
    .map((ms) => Temporal.Instant.fromEpochMilliseconds(ms));
/** Mostly within the cycle and the alias of the first account. */
const moment = fc.oneof(
  { weight: 8, arbitrary: between('2030-01-04T00:00:00Z', '2030-01-10T00:00:00Z') },
  between('2029-12-30T00:00:00Z', '2030-02-04T00:00:00Z'),
  fc.constantFrom(...BORDERS).map(at),
);
const receipt = fc.oneof(
  { weight: 9, arbitrary: fc.constant(at('2030-01-10T00:00:00Z')) },
  fc.constantFrom('2030-02-02T23:59:59.999999Z', '2030-02-03T00:00:00Z', '2030-02-10T00:00:00Z').map(at),
);

export interface Received {
  event: Event;
  receivedAt: Temporal.Instant;
}

export const received: fc.Arbitrary<Received> = fc
  .record({
    ...{ size: decimalish, time: decimalish, timestamp: moment, receivedAt: receipt },
    city: fc.constantFrom('Riga', 'Oslo'),
    tier: fc.constantFrom('gold', 'silver'),
    lacks: fc.constantFrom(...Array(12).fill('nothing'), 'tier', 'time'),
  })
  .map(({ receivedAt, lacks, ...sent }) => ({ receivedAt, event: jobOf(sent, lacks) }));

function jobOf(
  sent: Record<'size' | 'time' | 'city' | 'tier', string> & { timestamp: Temporal.Instant },
  lacks: string,
): Event {
  const { city, tier, timestamp } = sent;
  const names = (['size', 'time'] as const).filter((name) => name !== lacks);
  return {
    ...{ schemaName: 'job', id: 'e', accountId: 'one', timestamp },
    attributes: names.map((name) => ({ name, value: sent[name] })),
    dimensions: lacks === 'tier' ? { city } : { city, tier },
  };
}

/** The second account has the alias from 20 January on. */
const matches = {
  first: accountMatch('ACTIVE'),
  second: { ...accountMatch('ACTIVE'), accountId: 'a2', accountName: 'Two' },
  archived: accountMatch('ARCHIVED'),
  draft: accountMatch('DRAFT'),
};
const FEBRUARY = {
  schedule: JANUARY.schedule,
  shown: { ...JANUARY.shown, cycleStart: '2030-02-01', cycleEnd: '2030-02-28' },
  cycle: {
    ...JANUARY.cycle,
    start: Temporal.PlainDate.from('2030-02-01'),
    end: Temporal.PlainDate.from('2030-03-01'),
    ...{ startAt: at('2030-02-01T00:00:00Z'), endAt: at('2030-03-01T00:00:00Z') },
    dueAt: at('2030-03-03T00:00:00Z'),
  },
} as Period;

const references = Object.fromEntries(
  Object.entries(matches).flatMap(([name, match]) => [
    [`${name} by id`, { exact: match, aliases: [] }],
    [
      `${name} by alias`,
      {
        exact: null,
        aliases: [
          { match, from: at('2030-01-03T12:00:00Z'), until: at('2030-01-20T00:00:00.0005Z') },
          { match: matches.second, from: at('2030-01-20T00:00:00.0005Z'), until: null },
        ],
      },
    ],
  ]),
) as Record<string, AccountReference>;

export function referenceOf({ rare, isAlias }: World): AccountReference {
  const name = rare === 'archived' || rare === 'draft' ? rare : 'first';
  return references[`${name} by ${isAlias ? 'alias' : 'id'}`] as AccountReference;
}

const feature = { featureId: 'f1', attributeName: 'size' };

/** The facts of an event, as ingestion looks them up. */
export function factsOf(world: World, { event, receivedAt }: Received): EventFacts {
  const { rare, policy } = world;
  const match = resolveReference(referenceOf(world), event.timestamp);
  const within = ({ cycle }: Period, time: Temporal.Instant) =>
    Temporal.Instant.compare(cycle.startAt, time) <= 0 && Temporal.Instant.compare(time, cycle.endAt) < 0;
  const periodAt = (time: Temporal.Instant) =>
    (match && [JANUARY, FEBRUARY].find((period) => within(period, time))) ?? null;
  const own = periodAt(event.timestamp);
  const isLate = own && match?.status === 'ACTIVE' && isPastDeadline(own.cycle, receivedAt);
  const late = isLate && policy !== 'REJECT' && rare !== 'license' ? policy : null;
  const schema = rare === 'setting' ? SCHEMAS.setting : SCHEMAS[world.schema];
  const isOfFeature = rare === 'feature' || rare === 'access';
  return {
    ...{ receivedAt, match, late, schema: rare === 'no schema' ? null : schema },
    period: late === 'NEXT_CYCLE' ? periodAt(receivedAt) : own,
    dependencies: new Map(rare === 'setting' ? [[scale.key, { value: '10' }]] : []),
    feature: isOfFeature ? feature : null,
    wallet: isOfFeature && match ? walletOf(match.accountId) : null,
    isEntitled: rare === 'access',
    isPriced: rare === 'revenue',
    meters: rare === 'no meter' ? { failure: 'no meter has the id' } : metersIn(world),
    ...(rare === 'named meter' && { namedMeterId: event.dimensions.city ?? '' }),
    ...(rare === 'license' && { licenses: new Map() }),
  };
}

const lists = new Map<string, EventFacts['meters']>();

/** The same list for the same meters, as the cached catalog has it. */
function metersIn({ meters }: World): EventFacts['meters'] {
  const key = meters.join();
  const known = lists.get(key) ?? meters.map((name) => METERS[name]);
  lists.set(key, known);
  return known;
}

/** Unlimited overage from 5 January on. */
function walletOf(accountId: string): NonNullable<EventFacts['wallet']> {
  const entry = {
    ...{ id: 'w1', granted: null, used: ZERO, isOverage: true },
    ...{ effectiveFrom: at('2030-01-05T00:00:00Z'), effectiveUntil: at('2030-03-01T00:00:00Z') },
  };
  return { accountId, featureId: 'f1', entries: [entry] };
}
