import { describe, expect, it } from 'vitest';
import { compileSchema } from './compile-schema.ts';
import { buildEventId, type DependencyValue, enrich } from './enrich.ts';
import type { EnrichedField, Enrichments } from './schema.ts';
import type { EventSchemaRow } from './store.ts';

const at = Temporal.Instant.from('2030-01-01T00:00:00Z');

/** A ride with the attributes `distance` and `fee` and the dimensions `order` and `city`. */
function ride(change: { enrichments?: Enrichments; eventIdTemplate?: string } = {}) {
  const row: EventSchemaRow = {
    name: 'ride',
    version: 3,
    status: 'ACTIVE',
    description: null,
    attributes: [{ name: 'distance' }, { name: 'fee' }],
    dimensions: [{ name: 'order' }, { name: 'city' }],
    filterFields: [],
    eventLevelRevenue: false,
    createdAt: at,
    updatedAt: at,
    rowVersion: 1,
    enrichments: change.enrichments ?? null,
    eventIdTemplate: change.eventIdTemplate ?? null,
  };
  return compileSchema(row);
}

function event(fields: { attributes?: Record<string, string>; dimensions?: Record<string, string> }) {
  return {
    schemaName: 'ride',
    accountId: 'a1',
    timestamp: Temporal.Instant.from('2030-01-02T03:04:05.678912Z'),
    attributes: new Map(Object.entries(fields.attributes ?? {})),
    dimensions: new Map(Object.entries(fields.dimensions ?? {})),
  };
}

const setting = (value: string, dataType: NonNullable<DependencyValue['dataType']> = 'NUMERIC') => ({
  value,
  dataType,
});
const field = (
  name: string,
  type: EnrichedField['type'],
  [enrichmentType, value, order]: [EnrichedField['enrichmentType'], string, number],
): EnrichedField => ({ name, type, enrichmentType, value, order });

const perKm = { type: 'SETTING', key: 'setting.USER.meters_per_km', name: 'metersPerKm' } as const;
const none = new Map<string, DependencyValue>();

describe('enrich', () => {
  it('computes in the order of the fields, later ones from earlier ones', () => {
    const schema = ride({
      enrichments: {
        dependencies: [perKm],
        fields: [
          field('rideType', 'DIMENSION', [
            'JSON_LOGIC',
            '{"if":[{"<=":[100,{"var":"attribute.distanceInKM"}]},"long","short"]}',
            2,
          ]),
          field('distanceInKM', 'ATTRIBUTE', [
            'JSON_LOGIC',
            '{"/":[{"var":"attributes.distance"},{"var":"dependencies.metersPerKm"}]}',
            1,
          ]),
        ],
      },
    });
    const found = new Map([['setting.USER.meters_per_km', { value: '1000' }]]);
    // 4200 m / 1000 = 4.2 km, and 100 <= 4.2 is false.
    expect(enrich(schema, event({ attributes: { distance: '4200' } }), found)).toEqual({
      attributes: new Map([
        ['distance', '4200'],
        ['distanceInKM', '4.2'],
      ]),
      dimensions: new Map([['rideType', 'short']]),
      enriched: {
        attributes: [{ name: 'distanceInKM', type: 'ATTRIBUTE', value: '4.2' }],
        dimensions: [{ name: 'rideType', type: 'DIMENSION', value: 'short' }],
      },
    });
  });

  it('ignores fields that the schema does not declare', () => {
    const sent = event({
      attributes: { distance: '1', extra: '2' },
      dimensions: { city: 'Riga', rideType: 'x' },
    });
    expect(enrich(ride(), sent, none)).toEqual({
      attributes: new Map([['distance', '1']]),
      dimensions: new Map([['city', 'Riga']]),
      enriched: { attributes: [], dimensions: [] },
    });
  });

  const logic = (text: string): ['JSON_LOGIC', string, number] => ['JSON_LOGIC', text, 1];
  const fromSetting: ['JSON_LOGIC_FROM_DEPENDENCY', string, number] = [
    'JSON_LOGIC_FROM_DEPENDENCY',
    'metersPerKm',
    1,
  ];

  // Every row enriches distance 0.1, fee 0.2 and city Riga by one field `x`, with the setting as given.
  it.each([
    // type       how                                                                     setting    result
    ['ATTRIBUTE', logic('{"+":[{"var":"attribute.distance"},{"var":"attribute.fee"}]}'), '1', '0.3'],
    ['ATTRIBUTE', logic('{"/":[1,3]}'), '1', '0.333333333333333333'], // 18 digits, half to even
    ['ATTRIBUTE', logic('{"*":[0.000000000000000001,0.5]}'), '1', '0.0000000000000000005'], // uncut
    ['ATTRIBUTE', logic('{"==":[{"var":"dimension.city"},"Riga"]}'), '1', '1'],
    ['ATTRIBUTE', logic('"12.50"'), '1', '12.5'],
    ['ATTRIBUTE', ['VALUE', '7', 1], '1', '7'],
    ['ATTRIBUTE', logic('{"var":"dependencies.metersPerKm"}'), '1000.10', '1000.1'],
    ['ATTRIBUTE', fromSetting, '{"*":[{"var":"attribute.fee"},10]}', '2'],
    ['DIMENSION', ['VALUE', 'gold', 1], '1', 'gold'],
    ['DIMENSION', logic('{"cat":[{"var":"dimension.city"},"-",{"var":"attribute.fee"}]}'), '1', 'Riga-0.2'],
    ['DIMENSION', logic('true'), '1', 'true'],
  ] as const)('%s by %j with setting %s is %s', (type, how, value, expected) => {
    const enrichments = { dependencies: [perKm], fields: [field('x', type, [...how])] };
    const sent = event({ attributes: { distance: '0.1', fee: '0.2' }, dimensions: { city: 'Riga' } });
    const result = enrich(ride({ enrichments }), sent, new Map([[perKm.key, setting(value)]]));
    expect((type === 'ATTRIBUTE' ? result.attributes : result.dimensions).get('x')).toBe(expected);
  });

  it.each([
    // type       how                                                      sentence
    ['ATTRIBUTE', logic('{"var":"attribute.absent"}'), /^Enrichment of x failed: the result is not a number/],
    ['ATTRIBUTE', logic('"abc"'), /not a number/],
    ['ATTRIBUTE', logic('{"/":[1,0]}'), /^Enrichment of x failed: /],
    ['ATTRIBUTE', logic('{"-":[{"var":"attribute.absent"},1]}'), /got no value/],
    ['ATTRIBUTE', fromSetting, /^Enrichment of x failed: .*JSON/],
    ['DIMENSION', logic('{"var":"dimension.absent"}'), /the result is empty/],
    ['DIMENSION', logic('[1,2]'), /the result is a list/],
    ['DIMENSION', logic('{"var":"attribute"}'), /cannot be written as text/],
    ['DIMENSION', logic('"\\u0000"'), /characters that a dimension cannot contain/],
    ['DIMENSION', logic('"\\ud800"'), /characters that a dimension cannot contain/],
    ['DIMENSION', logic(JSON.stringify('a'.repeat(201))), /more than 200 characters/],
  ] as const)('%s by %j fails with %s', (type, how, sentence) => {
    const enrichments = { dependencies: [perKm], fields: [field('x', type, [...how])] };
    const found = new Map([[perKm.key, setting('not logic', 'STRING')]]);
    expect(() => enrich(ride({ enrichments }), event({}), found)).toThrow(sentence);
  });

  it('fails when a declared setting is missing', () => {
    const schema = ride({
      enrichments: { dependencies: [perKm], fields: [field('x', 'DIMENSION', ['VALUE', 'a', 1])] },
    });
    expect(() => enrich(schema, event({}), none)).toThrow(
      'The setting setting.USER.meters_per_km is missing.',
    );
  });

  it('reads the members of a JSON setting exactly', () => {
    const value = '{"Riga":{"rate":0.30000000000000004}}';
    const how = logic('{"*":[{"var":"dependencies.metersPerKm.Riga.rate"},1]}');
    const schema = ride({
      enrichments: { dependencies: [perKm], fields: [field('x', 'ATTRIBUTE', [...how])] },
    });
    const result = enrich(schema, event({}), new Map([[perKm.key, setting(value, 'JSON')]]));
    expect(result.attributes.get('x')).toBe('0.30000000000000004');
  });

  it('sees null for a field that is computed later, also between equal orders by position', () => {
    const later = logic('{"cat":["<",{"var":"dimension.b"},">"]}');
    const fields = [field('a', 'DIMENSION', [...later]), field('b', 'DIMENSION', ['VALUE', 'b', 1])];
    const { dimensions } = enrich(ride({ enrichments: { fields } }), event({}), none);
    expect(dimensions).toEqual(
      new Map([
        ['a', '<>'],
        ['b', 'b'],
      ]),
    );
  });
});

describe('buildEventId', () => {
  const sent = event({ attributes: { distance: '4.20' }, dimensions: { order: '77', raw: 'r' } });

  it.each([
    // template                                   id
    ['{{accountId}}:{{dimensions.order}}', 'a1:77'],
    ['{{ accountId }}:{{dimension.order}}', 'a1:77'],
    ['{{schemaName}}/{{attributes.distance}}', 'ride/4.20'], //       as sent, not as a number
    ['{{dimensions.raw}}', 'r'], //                                   raw: declared or not
    ['{{timestamp}}', '2030-01-02T03:04:05.678Z'],
    ['{{dimensions.absent}}', null],
    [`${'x'.repeat(510)}{{accountId}}`, `${'x'.repeat(510)}a1`], //   512 characters
    [`${'x'.repeat(511)}{{accountId}}`, null], //                     513
  ])('%s', (eventIdTemplate, id) => {
    expect(buildEventId(ride({ eventIdTemplate }), sent)).toBe(id);
  });

  it('is null without a template', () => {
    expect(buildEventId(ride(), sent)).toBeNull();
  });
});
