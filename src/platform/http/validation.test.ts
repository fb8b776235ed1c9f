import { type TSchema, Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Decimal, decimalText } from '#core/decimal.ts';
import { parseBody } from './body.ts';
import {
  Closed,
  Country,
  DateTime,
  Email,
  Enum,
  ExactNumber,
  List,
  Name,
  Nullable,
  PlainDate,
  Text,
  TextMap,
} from './schemas.ts';
import { compileBody, compileParameters, hasDecimals } from './validation.ts';

/** What becomes of JSON text under a schema: the problems, or the converted value. */
function read(schema: TSchema, json: string, options: { isLarge?: boolean } = {}) {
  const value = parseBody(Buffer.from(json), { isExact: hasDecimals(schema), multiline: new Set() });
  return { problems: compileBody(schema)(value, options), value };
}

describe('the sentence of each constraint', () => {
  const cases: [schema: TSchema, json: string, sentence: string][] = [
    [Closed({ a: Type.String() }), '{}', 'a: is required'],
    [Closed({ a: Type.String() }), '{"a":null}', 'a: must be a string'],
    [Closed({ a: Type.Integer() }), '{"a":"1"}', 'a: must be an integer'],
    [Closed({ a: Type.Integer() }), '{"a":1.5}', 'a: must be an integer'],
    [Closed({ a: Type.Integer() }), '{"a":true}', 'a: must be an integer'],
    [Closed({ a: Type.Boolean() }), '{"a":"true"}', 'a: must be a boolean'],
    [Closed({ a: Type.Boolean() }), '{"a":0}', 'a: must be a boolean'],
    [Closed({ a: List(Text(0, 9), { maxItems: 2 }) }), '{"a":{}}', 'a: must be an array'],
    [Closed({ a: Closed({}) }), '{"a":[]}', 'a: must be an object'],
    [Closed({ a: Nullable(Text(0, 9)) }), '{"a":7}', 'a: must be a string or null'],
    [Closed({}), '{"b":1}', 'unknown field b'],
    [Closed({ a: Closed({}) }), '{"a":{"b":1}}', 'unknown field a.b'],
    [
      Closed({ a: Closed({ pricePlanId: Type.Optional(Type.String()) }) }),
      '{"a":{"pricePlanID":1}}',
      'unknown field a.pricePlanID (did you mean pricePlanId?)',
    ],
    [Closed({ a: Text(1, 3) }), '{"a":""}', 'a: must not be empty'],
    [Closed({ a: Text(2, 3) }), '{"a":"x"}', 'a: must have at least 2 characters'],
    [Closed({ a: Text(2, 3) }), '{"a":"xxxx"}', 'a: must have at most 3 characters'],
    [Closed({ a: Name(1, 3) }), '{"a":"  "}', 'a: must not be blank'],
    [
      Closed({ a: Text(0, 3, { pattern: '^[A-Z]*$', form: 'must be capital letters' }) }),
      '{"a":"x"}',
      'a: must be capital letters',
    ],
    [Closed({ a: Email() }), '{"a":"x"}', 'a: must be an e-mail address such as name@example.com'],
    [Closed({ a: Country }), '{"a":"XX"}', 'a: must be an ISO 3166-1 alpha-2 country code such as DE'],
    [Closed({ a: Country }), '{"a":"DEU"}', 'a: must be an ISO 3166-1 alpha-2 country code such as DE'],
    [Closed({ a: Country }), '{"a":"EU"}', 'a: must be an ISO 3166-1 alpha-2 country code such as DE'],
    [Closed({ a: Country }), '{"a":"UK"}', 'a: must be an ISO 3166-1 alpha-2 country code such as DE'],
    [Closed({ a: Country }), '{"a":"ß"}', 'a: must be an ISO 3166-1 alpha-2 country code such as DE'],
    [Closed({ a: Country }), '{"a":"1"}', 'a: must be an ISO 3166-1 alpha-2 country code such as DE'],
    [Closed({ a: Country }), '{"a":" d"}', 'a: must be an ISO 3166-1 alpha-2 country code such as DE'],
    [Closed({ a: Country }), '{"a":7}', 'a: must be a string'],
    [Closed({ a: Country }), '{"a":null}', 'a: must not be null'],
    [Closed({ a: Enum(['X', 'Y']) }), '{"a":"x"}', 'a: must be one of X, Y'],
    [
      Closed({ a: List(Text(0, 9), { minItems: 1, maxItems: 2 }) }),
      '{"a":[]}',
      'a: must have at least 1 entries',
    ],
    [Closed({ a: List(Text(0, 9), { maxItems: 1 }) }), '{"a":["",""]}', 'a: must have at most 1 entries'],
    [
      Closed({ a: List(Text(0, 9), { maxItems: 2, uniqueItems: true }) }),
      '{"a":["x","x"]}',
      'a: must not contain an entry twice',
    ],
    [
      Closed({ a: List(Text(0, 1), { maxItems: 2 }) }),
      '{"a":["x","yy"]}',
      'a[1]: must have at most 1 characters',
    ],
    [Closed({ a: Type.Integer({ minimum: 1 }) }), '{"a":0}', 'a: must be at least 1'],
    [Closed({ a: Type.Integer({ maximum: 9 }) }), '{"a":10}', 'a: must be at most 9'],
    [
      TextMap({ maxProperties: 1, maxKey: 3, maxValue: 3 }),
      '{"x":"","y":""}',
      'body: must have at most 1 keys',
    ],
    [
      Closed({ a: TextMap({ maxProperties: 1, maxKey: 3, maxValue: 3 }) }),
      '{"a":{"long":""}}',
      'a: must not have the key long',
    ],
    [
      Closed({ a: TextMap({ maxProperties: 1, maxKey: 3, maxValue: 3 }) }),
      '{"a":{"x":"long"}}',
      'a.x: must have at most 3 characters',
    ],
    [Closed({ a: ExactNumber() }), '{"a":"1"}', 'a: must be a number'],
    [Closed({ a: ExactNumber() }), '{"a":null}', 'a: must not be null'],
    [Closed({ a: ExactNumber({ minimum: '0' }) }), '{"a":-0.1}', 'a: must be at least 0'],
    [Closed({ a: ExactNumber({ exclusiveMinimum: '0' }) }), '{"a":0.0}', 'a: must be greater than 0'],
    [Closed({ a: ExactNumber({ maximum: '0.1' }) }), '{"a":0.10000000000000001}', 'a: must be at most 0.1'],
    [Closed({ a: DateTime() }), '{"a":5}', 'a: must be an ISO 8601 date-time string'],
    [Closed({ a: DateTime() }), '{"a":null}', 'a: must not be null'],
    [Closed({ a: PlainDate() }), '{"a":"2026-02-30"}', 'a: must be a calendar date YYYY-MM-DD'],
    [Closed({ a: PlainDate() }), '{"a":5}', 'a: must be a date string YYYY-MM-DD'],
    [Closed({ a: Text(0, 9) }), '[]', 'body: must be an object'],
    [Closed({ a: Text(0, 9) }), '"a"', 'body: must be an object'],
    [Closed({ a: Text(0, 9) }), 'null', 'body: must be an object'],
  ];
  it.each(cases)('%#: %j', (schema, json, sentence) => {
    expect(read(schema, json).problems).toContain(sentence);
  });

  it('names all problems, at most a hundred, and one when the body is large', () => {
    const schemaOf = (count: number) =>
      Closed(Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, Type.String()])));
    expect(read(schemaOf(8), '{}').problems).toHaveLength(8);
    expect(read(schemaOf(200), '{}').problems).toHaveLength(100);
    expect(read(schemaOf(8), '{}', { isLarge: true }).problems).toHaveLength(1);
  });

  it('members may be named as keywords are', () => {
    const schema = Closed({ type: Type.String(), country: Type.Optional(Country), format: Type.String() });
    expect(read(schema, '{"type":"A","country":"de","format":"B"}').problems).toEqual([]);
    expect(read(schema, '{"type":1,"format":"B"}').problems).toEqual(['type: must be a string']);
  });

  it('a country is read in any case, and none is an empty text', () => {
    for (const [sent, kept] of [
      ['de', 'DE'],
      ['DE', 'DE'],
      ['', ''],
      ['  ', ''],
    ])
      expect(read(Closed({ a: Country }), JSON.stringify({ a: sent }))).toEqual({
        problems: [],
        value: { a: kept },
      });
  });

  it('a field name of any length does not make a long sentence', () => {
    expect(read(Closed({}), `{"${'x'.repeat(5000)}":1}`).problems[0]?.length).toBeLessThan(120);
  });

  it('characters are counted as code points', () => {
    expect(read(Closed({ a: Text(2, 2) }), '{"a":"😀😀"}').problems).toEqual([]);
    expect(read(Closed({ a: Text(2, 2) }), '{"a":"😀"}').problems).not.toEqual([]);
  });

  it('members of the prototype are unknown fields, not known ones', () => {
    expect(read(Closed({}), '{"toString":1}').problems).toEqual(['unknown field toString']);
    expect(read(Closed({ constructor: Type.String() }), '{}').problems).toEqual(['constructor: is required']);
  });
});

describe('exact numbers', () => {
  const nines = (count: number) => '9'.repeat(count);
  it.each([
    // as sent                                   as understood
    ['0.1', '0.1'],
    ['1e-7', '0.0000001'],
    ['1E+3', '1000'],
    ['1.50', '1.5'],
    ['0', '0'],
    ['-0', '0'],
    ['-0.0', '0'],
    ['-0e5', '0'],
    ['9007199254740993', '9007199254740993'], // 2^53 + 1: no double has it
    ['123456789012345678901234567890.1', '123456789012345678901234567890.1'],
    [nines(38), nines(38)],
    [`1${'0'.repeat(37)}`, `1${'0'.repeat(37)}`],
    [`${nines(20)}.${nines(18)}`, `${nines(20)}.${nines(18)}`],
    ['0.000000000000000001', '0.000000000000000001'],
    ['-1.005', '-1.005'],
  ])('%s is %s', (sent, understood) => {
    const { problems, value } = read(Closed({ a: ExactNumber() }), `{"a":${sent}}`);
    expect(problems).toEqual([]);
    const { a } = value as { a: Decimal };
    expect(a).toBeInstanceOf(Decimal);
    expect(decimalText(a)).toBe(understood);
    expect(a.isNegative()).toBe(understood.startsWith('-'));
  });

  it.each([
    [nines(39), 'a: must have at most 38 significant digits'],
    [`1${'0'.repeat(38)}`, 'a: must have at most 38 significant digits'],
    [`0.${'0'.repeat(18)}1`, 'a: must have at most 18 decimal places'],
    ['1e-19', 'a: must have at most 18 decimal places'],
    ['1e38', 'a: must have at most 38 significant digits'],
    ['1e999', 'a: must have at most 38 significant digits'],
    ['1e999999999', 'a: must have at most 38 digits'],
    ['-1e999999999', 'a: must have at most 38 digits'],
    ['1e-999999999', 'a: must have at most 38 digits'],
    [`0.${'1'.repeat(500)}`, 'a: must have at most 38 significant digits'],
  ])('%s is refused', (sent, sentence) => {
    expect(read(Closed({ a: ExactNumber() }), `{"a":${sent}}`).problems).toEqual([sentence]);
  });

  it('stay what they are inside lists and optional members, and null where it is allowed', () => {
    const schema = Closed({
      list: List(ExactNumber(), { maxItems: 3 }),
      none: Type.Optional(ExactNumber()),
      cleared: Nullable(ExactNumber()),
    });
    const { problems, value } = read(schema, '{"list":[0.3,1,1e2],"cleared":null}');
    expect(problems).toEqual([]);
    const { list, cleared } = value as { list: Decimal[]; cleared: null };
    expect(list.map(decimalText)).toEqual(['0.3', '1', '100']);
    expect(cleared).toBeNull();
  });

  it('print as they were sent where a member is free', () => {
    const schema = Closed({ price: ExactNumber(), note: Type.Unknown() });
    const { value } = read(schema, '{"price":1,"note":{"n":0.10,"big":12345678901234567890}}');
    expect(JSON.stringify((value as { note: object }).note)).toBe('{"n":0.10,"big":12345678901234567890}');
  });
});

describe('parameters', () => {
  const check = compileParameters(
    Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1 })),
      flag: Type.Optional(Type.Boolean()),
      at: Type.Optional(DateTime()),
      on: Type.Optional(PlainDate()),
    }),
  );
  it('numbers, booleans and times are read from text; unknown ones are ignored', () => {
    const query: Record<string, unknown> = {
      page: '7',
      flag: 'true',
      at: '2026-01-31T12:00',
      on: '2026-01-31',
      x: 'y',
    };
    expect(check(query)).toEqual([]);
    expect(query).toMatchObject({ page: 7, flag: true });
    expect(String(query.at)).toBe('2026-01-31T12:00:00Z');
    expect(String(query.on)).toBe('2026-01-31');
  });
  it.each([
    [{ page: 'seven' }, 'page: must be an integer'],
    [{ page: '1.5' }, 'page: must be an integer'],
    [{ page: '0' }, 'page: must be at least 1'],
    [{ page: ['1', '2'] }, 'page: must be an integer'],
    [{ flag: 'yes' }, 'flag: must be a boolean'],
    [{ at: 'now' }, 'at: must be an ISO 8601 date-time such as 2026-01-31T00:00:00Z'],
    [{ on: '2026-13-01' }, 'on: must be a calendar date YYYY-MM-DD'],
  ])('%j is refused', (query, sentence) => {
    expect(check(query)).toEqual([sentence]);
  });
});
