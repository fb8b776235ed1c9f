import { describe, expect, it } from 'vitest';
import { decimalText } from '#core/decimal.ts';
import { LogicError } from '#core/json-logic/index.ts';
import { compileMeter, evaluateMeter } from './evaluate-meter.ts';
import type { Computation, MeterFilter } from './schema.ts';

type Sent = Record<string, string>;

const filter = (field: string, value: string): MeterFilter => ({ field, value });
const one = (computation: string, matcher?: string): Computation[] => [
  { computation, order: 1, ...(matcher !== undefined && { matcher }) },
];

/** The units as text, `out` for an event that the meter does not match. */
function units(
  meter: {
    aggregation?: 'COUNT' | 'SUM';
    filters?: MeterFilter[];
    computations?: Computation[];
    schema?: null;
  },
  event: { attributes?: Sent; dimensions?: Sent },
): string {
  const { aggregation = 'SUM', filters = [], computations = [], schema = 'ride' } = meter;
  const compiled = compileMeter({ aggregation, filters, computations, eventSchemaName: schema });
  const result = evaluateMeter(compiled, {
    attributes: new Map(Object.entries(event.attributes ?? {})),
    dimensions: new Map(Object.entries(event.dimensions ?? {})),
  });
  return result.status === 'UNITS' ? decimalText(result.units) : 'out';
}

describe('filters', () => {
  const riga = filter('city', 'Riga');
  const oslo = filter('city', 'Oslo');
  const five = filter('seats', '5');
  it.each([
    // filters                            attributes         dimensions                  units
    [[], {}, {}, '1'],
    [[riga], {}, { city: 'Riga' }, '1'],
    [[riga], {}, { city: 'riga' }, 'out'], //                                            case counts
    [[riga], {}, {}, 'out'],
    [[filter('city', '')], {}, {}, 'out'], //                                            absent is not empty
    [[riga, oslo], {}, { city: 'Oslo' }, '1'], //                                        OR within a field
    [[riga, oslo, five], { seats: '5' }, { city: 'Oslo' }, '1'],
    [[riga, oslo, five], { seats: '4' }, { city: 'Oslo' }, 'out'], //                    AND across fields
    [[riga, five], { seats: '5' }, { city: 'Oslo' }, 'out'],
    [[five], { seats: '5.000' }, {}, '1'], //                                            by decimal value
    [[five], { seats: '005' }, {}, '1'],
    [[filter('seats', '5.0')], { seats: '5' }, {}, '1'],
    [[filter('seats', 'five')], { seats: '5' }, {}, 'out'],
    [[filter('city', '5')], {}, { city: '5.0' }, 'out'], //                              a dimension is text
  ] as const)('%j on %j %j: %s', (filters, attributes, dimensions, expected) => {
    expect(units({ aggregation: 'COUNT', filters: [...filters] }, { attributes, dimensions })).toBe(expected);
  });
});

describe('computations', () => {
  const long = '{">":[{"var":"attribute.distance"},100]}';
  it.each([
    // computation, matcher, attributes, units
    ['{"*":[{"var":"attribute.distance"},0.4]}', undefined, { distance: '50' }, '20'],
    ['{"*":[{"var":"attributes.distance"},0.4]}', undefined, { distance: '120' }, '48'],
    ['{"*":[{"var":"attribute.distance"},0.4]}', undefined, { distance: '10' }, '4'],
    ['{"+":[{"var":"attribute.a"},{"var":"attribute.b"}]}', undefined, { a: '0.1', b: '0.2' }, '0.3'],
    ['{"var":"attribute.distance"}', undefined, { distance: '-7.5' }, '-7.5'], // negative is legal
    ['{"var":"attribute.distance"}', undefined, { distance: '0' }, '0'], // so is zero
    ['1', long, { distance: '100.000000000000000001' }, '1'],
    ['1', long, { distance: '100' }, 'out'],
    ['1', '{"var":"attribute.flag"}', { flag: '0' }, 'out'], // the number 0
    ['1', '{"===":[{"var":"attribute.flag"},1]}', { flag: '1.0' }, '1'],
    ['1', '{"==":[{"var":"dimension.city"},"Riga"]}', {}, '1'],
    ['1', '{"==":[{"var":"dimensions.city"},"Oslo"]}', {}, 'out'],
    ['1', '{"!":{"missing":"attributes.a"}}', { a: '2' }, '1'], // no variable
    ['1', '{"!":{"missing":"attributes.a"}}', {}, 'out'],
    ['{"/":[{"var":"attribute.bytes"},1073741824]}', undefined, { bytes: '1' }, '0.000000000931322575'],
    ['{"*":[{"/":[{"var":"attribute.a"},3]},2]}', undefined, { a: '1' }, '0.666666666666666667'],
    ['"12.50"', undefined, {}, '12.5'],
    ['{"var":"attribute.a"}', undefined, { a: '9'.repeat(30) }, '9'.repeat(30)],
  ])('%s when %s on %j: %s', (computation, matcher, attributes, expected) => {
    const sent = { attributes: attributes as Sent, dimensions: { city: 'Riga' } };
    expect(units({ computations: one(computation, matcher) }, sent)).toBe(expected);
  });

  it('adds up all that match, in their order', () => {
    const computations = [
      { computation: '1', order: 2, matcher: 'true' },
      { computation: '10', order: 1 },
      { computation: '100', order: 3, matcher: 'false' },
    ];
    expect(units({ computations }, {})).toBe('11');
  });

  it.each([
    // computation                          attributes                       why
    ['{"var":"attribute.a"}', { a: '9'.repeat(31) }, /30 digits before the decimal point/],
    ['{"var":"attribute.a"}', { a: `0.${'0'.repeat(18)}1` }, /18 decimal places/],
    ['{"*":[{"var":"attribute.a"},0.1]}', { a: '0.000000000000000001' }, /18 decimal places/],
    ['{"/":[1,{"var":"attribute.a"}]}', { a: '0' }, /zero/],
    ['{"-":[{"var":"attribute.absent"},1]}', {}, /got no value/],
    ['{"var":"attribute.absent"}', {}, /is not a number/],
    ['{"var":"dimension.city"}', {}, /is not a number/],
    ['true', {}, /is not a number/],
    ['[1]', {}, /is not a number/],
    ['{"var":""}', {}, /is not a number/],
  ])('%s on %j is refused: %s', (computation, attributes, why) => {
    const run = () =>
      units(
        { computations: one(computation) },
        { attributes: attributes as Sent, dimensions: { city: 'Riga' } },
      );
    expect(run).toThrow(LogicError);
    expect(run).toThrow(why);
  });
});

describe('without a computation', () => {
  it.each([
    // aggregation, schema      attributes           units
    ['COUNT', 'ride', {}, '1'],
    ['COUNT', null, { usage: '5' }, '1'],
    ['SUM', null, { usage: '5.50' }, '5.5'],
  ] as const)('%s of %s on %j: %s', (aggregation, schema, attributes, expected) => {
    const meter = schema === null ? { aggregation, schema } : { aggregation };
    expect(units(meter, { attributes })).toBe(expected);
  });

  it.each([
    [{}, /no value for the meter/],
    [{ usage: `1.${'0'.repeat(18)}1` }, /18 decimal places/],
  ])('SUM of the platform’s own events refuses %j', (attributes, why) => {
    expect(() => units({ schema: null }, { attributes: attributes as Sent })).toThrow(why);
  });
});

/** The key that an event counts as, `out` for one that the meter does not match; its units are always 1. */
function key(computations: Computation[], event: { attributes?: Sent; dimensions?: Sent }): string {
  const meter = { aggregation: 'UNIQUE_COUNT', filters: [], computations, eventSchemaName: 'ride' } as const;
  const result = evaluateMeter(compileMeter({ ...meter, filters: [] }), {
    attributes: new Map(Object.entries(event.attributes ?? {})),
    dimensions: new Map(Object.entries(event.dimensions ?? {})),
  });
  return result.status === 'UNITS' ? `${decimalText(result.units)} ${result.key}` : 'out';
}

describe('keys of UNIQUE_COUNT', () => {
  const user = '{"var":"dimension.user"}';
  it.each([
    // computation, matcher, event, key
    [user, undefined, { dimensions: { user: 'u1' } }, '1 u1'],
    [user, undefined, { dimensions: { user: 'U1' } }, '1 U1'], //                as it is written
    [user, undefined, { dimensions: { user: '5.0' } }, '1 5.0'],
    ['{"var":"attribute.seat"}', undefined, { attributes: { seat: '5.0' } }, '1 5'], // a number is canonical
    ['{"var":"attribute.seat"}', undefined, { attributes: { seat: '-0' } }, '1 0'],
    [
      '{"/":[{"var":"attribute.seat"},3]}',
      undefined,
      { attributes: { seat: '1' } },
      '1 0.333333333333333333',
    ],
    ['{"cat":[{"var":"dimension.user"},"/",1]}', undefined, { dimensions: { user: 'u' } }, '1 u/1'],
    ['{"==":[{"var":"dimension.user"},"u"]}', undefined, { dimensions: { user: 'u' } }, '1 true'],
    [user, '{"==":[1,2]}', { dimensions: { user: 'u1' } }, 'out'],
    [user, undefined, { dimensions: { user: '😀'.repeat(512) } }, `1 ${'😀'.repeat(512)}`],
  ] as const)('%s when %s on %j: %s', (computation, matcher, event, expected) => {
    expect(key(one(computation, matcher), event)).toBe(expected);
  });

  it.each([
    [user, {}, /neither text nor a number/],
    ['""', {}, /neither text nor a number/],
    ['[1]', {}, /neither text nor a number/],
    ['{"var":""}', {}, /cannot be written as text/],
    ['"\\u0000"', {}, /characters that an event cannot contain/],
    ['"\\ud800"', {}, /characters that an event cannot contain/],
    [user, { dimensions: { user: 'u'.repeat(513) } }, /more than 512 characters/],
  ])('%s on %j is refused: %s', (computation, event, why) => {
    expect(() => key(one(computation), event)).toThrow(LogicError);
    expect(() => key(one(computation), event)).toThrow(why);
  });

  it('the first computation that matches gives the key', () => {
    const computations = [
      { computation: '"b"', order: 2 },
      { computation: '"a"', order: 1, matcher: 'false' },
      { computation: '"c"', order: 3 },
    ];
    expect(key(computations, {})).toBe('1 b');
  });
});

it('compiles equal meters once', () => {
  const meter = {
    aggregation: 'COUNT',
    filters: [],
    computations: one('1'),
    eventSchemaName: 'ride',
  } as const;
  expect(compileMeter({ ...meter, filters: [] })).toBe(compileMeter({ ...meter, filters: [] }));
});
