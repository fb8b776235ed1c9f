import { describe, expect, it } from 'vitest';
import { compileSchema, type EventSchemaRow } from '#areas/event-schemas/index.ts';
import { decimalText } from '#core/decimal.ts';
import { accountMatch, at, JANUARY, metersOf } from '#test/event-facts.ts';
import type { EventFacts } from './decision/event-facts.ts';
import { contextOf, fieldsOf, packEvent, unpackFields, unpackPipeline } from './event-context.ts';
import { isReleased } from './process-batch.ts';
import { processEvent } from './process-event.ts';

const NOW = at('2030-01-10T00:00:00Z');

const schemaRow = {
  ...{ name: 'ride', version: 3, attributes: [{ name: 'distance' }], dimensions: [{ name: 'city' }] },
  ...{ enrichments: null, filterFields: ['city'], eventIdTemplate: null },
} as unknown as EventSchemaRow;
const schema = compileSchema(schemaRow);
const enriched = compileSchema({
  ...schemaRow,
  enrichments: {
    dependencies: [{ type: 'SETTING', key: 'setting.USER.meters_per_km', name: 'metersPerKm' }],
    fields: [
      {
        ...{ name: 'rideType', type: 'DIMENSION', enrichmentType: 'JSON_LOGIC', order: 2 },
        value: '{"if":[{"<=":[100,{"var":"attributes.distanceInKM"}]},"long","short"]}',
      },
      {
        ...{ name: 'distanceInKM', type: 'ATTRIBUTE', enrichmentType: 'JSON_LOGIC', order: 1 },
        value: '{"/":[{"var":"attribute.distance"},{"var":"dependencies.metersPerKm"}]}',
      },
    ],
  },
} as unknown as EventSchemaRow);

const meter = metersOf('ride', 'distance');
const km = meter('um.km');
const rides = meter('um.rides', { aggregation: 'COUNT', computations: [{ computation: '1', order: 1 }] });
const oslo = meter('um.oslo', { filters: [{ field: 'city', value: 'Oslo' }] });
const broken = meter('um.broken', {
  computations: [{ computation: '{"/":[1,{"var":"attribute.zero"}]}', order: 1 }],
});

const facts: EventFacts = {
  ...{ receivedAt: NOW, schema, match: accountMatch('ACTIVE'), period: JANUARY },
  ...{
    dependencies: new Map(),
    meters: [km, rides],
    feature: null,
    wallet: null,
    isEntitled: false,
    late: null,
    isPriced: false,
  },
};

function process(
  known: Partial<EventFacts>,
  sent: { attributes?: Record<string, string>; dimensions?: Record<string, string>; timestamp?: string } = {},
) {
  const { attributes = { distance: '4200' }, dimensions = { city: 'Riga' } } = sent;
  const event = {
    ...{ schemaName: 'ride', accountId: 'ONE', timestamp: at(sent.timestamp ?? '2030-01-09T00:00:00Z') },
    attributes: new Map(Object.entries(attributes)),
    dimensions: new Map(Object.entries(dimensions)),
  };
  return processEvent(event, { ...facts, ...known });
}

const closed = { receivedAt: at('2030-02-03T00:00:00Z') };
const long = { attributes: { distance: '9'.repeat(31) } };

describe('the first failing step decides the status', () => {
  it.each([
    //  step, facts, event                                      status                                   keeps
    // its id
    ['3 schema', { schema: null }, {}, 'INGESTION_FAILED_SCHEMA_NOT_DEFINED', true],
    ['3 before 4', { schema: null, match: null }, {}, 'INGESTION_FAILED_SCHEMA_NOT_DEFINED', true],
    ['4 account', { match: null }, {}, 'INGESTION_FAILED_ACCOUNT_NOT_FOUND', true],
    ['4 before 5', { match: null }, { attributes: {} }, 'INGESTION_FAILED_ACCOUNT_NOT_FOUND', true],
    ['4 draft', { match: accountMatch('DRAFT') }, {}, 'INGESTION_FAILED', true],
    ['4 draft before 5', { match: accountMatch('DRAFT') }, { attributes: {} }, 'INGESTION_FAILED', true],
    [
      '4 archived',
      { match: accountMatch('ARCHIVED'), ...closed },
      {},
      'INGESTION_FAILED_ACCOUNT_NOT_FOUND',
      true,
    ],
    [
      '4 archived, no plan',
      { match: accountMatch('ARCHIVED'), period: null },
      {},
      'INGESTION_FAILED_ACCOUNT_NOT_FOUND',
      true,
    ],
    ['4 archived, open', { match: accountMatch('ARCHIVED') }, {}, 'INGESTION_COMPLETED_EVENT_METERED', true],
    ['5 attribute', {}, { attributes: {} }, 'INGESTION_FAILED', false],
    ['5 dimension', {}, { dimensions: {} }, 'INGESTION_FAILED', false],
    ['5 lookup', { meters: { failure: 'no meter' } }, {}, 'INGESTION_FAILED', false],
    ['5 before 6', { schema: enriched }, { attributes: {} }, 'INGESTION_FAILED', false],
    ['6 enrichment', { schema: enriched }, {}, 'INGESTION_FAILED_ENRICHMENT_FAILED', false],
    ['6 before 7', { schema: enriched, ...closed }, {}, 'INGESTION_FAILED_ENRICHMENT_FAILED', false],
    ['7 grace', closed, {}, 'INGESTION_FAILED_PAST_GRACE_PERIOD', false],
    ['7 future', {}, { timestamp: '2030-01-11T00:00:00.000001Z' }, 'INGESTION_FAILED', false],
    ['7 before 9', { ...closed, meters: [] }, {}, 'INGESTION_FAILED_PAST_GRACE_PERIOD', false],
    ['9 no meter', { meters: [] }, {}, 'INGESTION_COMPLETED_NO_MATCHING_METERS', true],
    ['9 units', { meters: [km, broken] }, {}, 'INGESTION_FAILED_UNITS_INVALID', false],
    ['9 31 digits', { meters: [rides] }, long, 'INGESTION_FAILED_UNITS_INVALID', false],
    ['10 filtered out', { meters: [oslo] }, {}, 'INGESTION_COMPLETED_EVENT_NOT_METERED', true],
    ['10 metered', { meters: [oslo, km] }, {}, 'INGESTION_COMPLETED_EVENT_METERED', true],
    ['10 without a plan', { period: null }, {}, 'INGESTION_COMPLETED_EVENT_METERED', true],
  ] as const)('%s', (_step, known, sent, status, keepsItsId) => {
    const outcome = process(known, sent);
    expect(outcome.status).toBe(status);
    expect(!isReleased({ outcome })).toBe(keepsItsId);
    if (!status.endsWith('EVENT_METERED')) expect(outcome.usage).toEqual([]);
  });
});

describe('an event that no meter counts says why', () => {
  const matching = (matcher: unknown) => ({
    computations: [
      { computation: '{"var":"attribute.distance"}', matcher: JSON.stringify(matcher), order: 1 },
    ],
  });
  const far = meter('um.far', matching({ '>': [{ var: 'attributes.distance' }, 5000] }));
  const farInOslo = meter('um.faroslo', {
    ...{ filters: [{ field: 'city', value: 'Riga' }] },
    ...matching({
      and: [
        { '>=': [{ var: 'attribute.distance' }, 100] },
        { in: [{ var: 'dimension.city' }, ['Oslo', 'Ås']] },
      ],
    }),
  });
  const several = meter('um.several', {
    filters: ['Oslo', 'Bergen', 'Tromsø', 'Bodø', 'Voss'].map((value) => ({ field: 'city', value })),
  });
  const other = meter('um.other', { filters: [{ field: 'tier', value: 'pro' }] });
  it.each([
    [[], "event schema 'ride' has no active meter"],
    [[oslo], "meter 'meter um.oslo' requires city = 'Oslo', and the event has city = 'Riga'"],
    [
      [several],
      "meter 'meter um.several' requires city in ('Oslo', 'Bergen', 'Tromsø', … 2 more), " +
        "and the event has city = 'Riga'",
    ],
    [[other], "meter 'meter um.other' requires tier = 'pro', and the event has no tier"],
    [[far], "meter 'meter um.far' requires distance > 5000, and the event has distance = 4200"],
    [
      [farInOslo],
      "meter 'meter um.faroslo' requires city in ('Oslo', 'Ås'), and the event has city = 'Riga'",
    ],
    [
      [oslo, far],
      "meter 'meter um.oslo' requires city = 'Oslo', and the event has city = 'Riga'; " +
        "meter 'meter um.far' requires distance > 5000, and the event has distance = 4200",
    ],
    [
      [oslo, several, far],
      "meter 'meter um.oslo' requires city = 'Oslo', and the event has city = 'Riga'; " +
        "meter 'meter um.several' requires city in ('Oslo', 'Bergen', 'Tromsø', … 2 more), " +
        "and the event has city = 'Riga'; " +
        '1 more meter did not match',
    ],
  ] as const)('%#', (meters, reason) => {
    const { description } = process({ meters: [...meters] });
    expect(description).toBe(`No meter counted this event: ${reason}.`);
    expect([...(description ?? '')].length).toBeLessThanOrEqual(250);
  });

  it('in the length that a description has, whatever the names and values', () => {
    const wide = '𝕏'.repeat(50);
    const long = meter(wide, { filters: Array.from({ length: 50 }, () => ({ field: wide, value: wide })) });
    const { description } = process(
      { meters: Array.from({ length: 1000 }, () => long) },
      { dimensions: { city: 'Riga', [wide]: 'y'.repeat(200) } },
    );
    expect([...(description ?? '')].length).toBeLessThanOrEqual(250);
    expect(description).toMatch(/; 999 more meters did not match\.$/);
  });

  it('a meter that the event names may be inactive', () => {
    expect(process({ meters: [], namedMeterId: 'um.gone' }).description).toBe(
      'No meter counted this event: usage meter um.gone is not active.',
    );
  });

  it('what a meter counts needs no reason', () => {
    expect(process({ meters: [oslo, km] }).description).toBeNull();
  });
});

type Sent = Parameters<typeof packEvent>[0];

/** An outcome as it is read after it was stored. */
function stored(outcome: ReturnType<typeof process>, sent: Sent = SENT) {
  const fields = fieldsOf(sent, outcome);
  const context = contextOf(sent, outcome, { source: { type: 'API', id: 'key' }, fields });
  const packed = packEvent(sent, outcome, fields);
  const row = { ...packed, detail: packed.detail ?? {} };
  return { pipeline: unpackPipeline(context, row), sent: unpackFields(context.facts, row) };
}

const SENT: Sent = {
  ...{ schemaName: 'ride', accountId: 'ONE', timestamp: at('2030-01-10T00:00:00Z') },
  attributes: [{ name: 'distance', value: '4200', unit: 'Meters' }],
  dimensions: { city: 'Riga' },
};

describe('what is found out', () => {
  it.each([
    ['fields of the schema', {}, SENT],
    [
      'another order',
      {},
      { ...SENT, dimensions: { city: 'Riga' }, attributes: SENT.attributes.toReversed() },
    ],
    ['a field more', {}, { ...SENT, dimensions: { city: 'Riga', extra: '\u2028 "x"' } }],
    ['no fields', {}, { ...SENT, attributes: [], dimensions: {} }],
    ['no schema', { schema: null }, SENT],
    ['no account', { match: null }, SENT],
  ] as const)('the event is read as it was sent: %s', (_, known, sent) => {
    const { accountId, attributes, dimensions } = sent;
    const asSent = { ...sent, attributes: [...attributes] };
    expect(stored(process(known), asSent).sent).toEqual({ accountId, attributes, dimensions });
  });

  it('metered: schema, account with its alias, customer, plan to its last day, units of every meter', () => {
    const outcome = process({ meters: [km, rides, oslo] });
    expect(stored(outcome).pipeline).toEqual({
      eventSchema: { name: 'ride', version: 3 },
      account: { id: 'a1', name: 'One', alias: 'one' },
      customer: { id: 'c1', name: 'Customer' },
      pricePlans: [{ id: 'pp.1', scheduleId: 'sch.1', cycleStart: '2030-01-01', cycleEnd: '2030-01-31' }],
      usageMeters: [
        {
          ...{ id: 'um.km', name: 'meter um.km', version: 2, status: 'PROCESSED_UNITS_COMPUTED' },
          units: '4200',
        },
        {
          ...{ id: 'um.rides', name: 'meter um.rides', version: 2, status: 'PROCESSED_UNITS_COMPUTED' },
          units: '1',
        },
        { id: 'um.oslo', name: 'meter um.oslo', version: 2, status: 'PROCESSED_FILTERED_OUT' },
      ],
    });
    expect(outcome.usage.map(({ meterId, units }) => [meterId, decimalText(units)])).toEqual([
      ['um.km', '4200'],
      ['um.rides', '1'],
    ]);
    expect(outcome.period?.shown).toMatchObject({ scheduleId: 'sch.1', cycleStart: '2030-01-01' });
  });

  it('enriched: 4200 m / 1000 = 4.2 km is a short ride (metering-pricing 2)', () => {
    const dependencies = new Map([
      ['setting.USER.meters_per_km', { value: '1000', dataType: 'NUMERIC' as const }],
    ]);
    expect(stored(process({ schema: enriched, dependencies })).pipeline.enrichments).toEqual({
      attributes: [{ name: 'distanceInKM', type: 'ATTRIBUTE', value: '4.2' }],
      dimensions: [{ name: 'rideType', type: 'DIMENSION', value: 'short' }],
      dependencies: [
        { key: 'setting.USER.meters_per_km', type: 'SETTING', name: 'metersPerKm', value: '1000' },
      ],
    });
  });

  it('a failed event says which fields are missing, and belongs to its account', () => {
    const outcome = process({}, { attributes: {}, dimensions: {} });
    expect(outcome.description).toBe('missing attribute distance, dimension city');
    expect(outcome.match).toMatchObject({ accountId: 'a1', customerId: 'c1' });
  });
});

it('a value of 65,000 digits costs nothing noticeable', () => {
  const { status } = process({}, { attributes: { distance: `0.${'0'.repeat(65_000)}1` } });
  expect(status).toBe('INGESTION_FAILED_UNITS_INVALID');
});
