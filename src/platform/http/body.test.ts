import { describe, expect, it } from 'vitest';
import { Problem } from '../problem.ts';
import { parseBody, parseLongBody, rejectControlCharacters } from './body.ts';
import { isJsonNumber } from './exact-json.ts';

const parse = (body: string | Buffer, options: { isExact?: boolean; multiline?: string[] } = {}) =>
  parseBody(Buffer.from(body), {
    isExact: options.isExact ?? false,
    multiline: new Set(options.multiline ?? []),
  });

function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return error.message;
    throw error;
  }
  return 'accepted';
}

const hostile = 'must not contain control characters or invalid Unicode; send printable text';
const notJson = 'body: is not valid JSON';
const REFUSED: readonly [body: string, message: string][] = [
  ['{"a":', notJson],
  ['{"a":1}x', notJson],
  ["{'a':1}", notJson],
  ['{"a":NaN}', notJson],
  ['{"a":01}', notJson],
  ['{"a":1,}', notJson],
  ['{"a":"\u0000"}', notJson], // JSON itself forbids raw control characters below U+0020
  ['{"a":"\n"}', notJson],
  ['   ', notJson],
  ['{"a":"\\u0000"}', `a: ${hostile}`],
  ['{"a":"x\\ny"}', `a: ${hostile}`],
  ['{"a":"x\\ty"}', `a: ${hostile}`],
  ['{"a":"\\u001b[31m"}', `a: ${hostile}`],
  ['{"a":"\u007f"}', `a: ${hostile}`],
  ['{"a":"\u0085"}', `a: ${hostile}`],
  ['{"a":"\\u009F"}', `a: ${hostile}`],
  ['{"a":"\\ud800"}', `a: ${hostile}`],
  ['{"a":"\\uDFFF\\uD800"}', `a: ${hostile}`],
  ['{"a":[{"b":"\\u0001"}]}', `a[0].b: ${hostile}`],
  ['{"a\\u0000":1}', `body (a key): ${hostile}`],
  ['{"o":{"\\ud800":1}}', `o (a key): ${hostile}`],
  ['"\\u0000"', `body: ${hostile}`],
  ['{"__proto__":{"a":1}}', 'body: has a key that is not allowed'],
  ['{"\\u005f_proto__":{"a":1}}', 'body: has a key that is not allowed'],
  ['{"a":{"constructor":{"prototype":{}}}}', 'body: has a key that is not allowed'],
];

describe('a body is rejected', () => {
  it.each(REFUSED)('%j', (body, message) => {
    for (const isExact of [false, true]) expect(errorOf(() => parse(body, { isExact }))).toBe(message);
  });

  it.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong NUL', [0x22, 0xc0, 0x80, 0x22]],
    ['a surrogate as bytes', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a cut character', [0x22, 0xf0, 0x9f, 0x98, 0x22]],
    ['UTF-16', [...Buffer.from('"a"', 'utf16le'), 0xff]],
  ])('when it has %s', (_, bytes) => {
    expect(errorOf(() => parse(Buffer.from(bytes)))).toBe('body: is not UTF-8');
  });

  it.each([1000, 100_000, 400_000])('without a fault when it nests %d levels deep', (depth) => {
    const body = `${'['.repeat(depth)}"\\u0001"${']'.repeat(depth)}`;
    for (const isExact of [false, true])
      expect(errorOf(() => parse(body, { isExact }))).toMatch(
        /is nested deeper than 64 levels|is not valid JSON/,
      );
  });

  it('when it nests deeper than 64 levels, whatever it holds', () => {
    const nested = (depth: number) => ['{"a":'.repeat(depth), 1, '}'.repeat(depth)].join('');
    expect(errorOf(() => parse(nested(64)))).toBe('accepted');
    expect(errorOf(() => parse(nested(65)))).toBe('body: is nested deeper than 64 levels');
    expect(errorOf(() => parse(nested(60_000)))).toBe('body: is nested deeper than 64 levels');
    expect(errorOf(() => parse(`{"text":"${'['.repeat(500)}"}`))).toBe('accepted');
    expect(errorOf(() => parse(`{"text":"\\\\\\"${'{'.repeat(500)}"}`))).toBe('accepted');
    expect(errorOf(() => parse(`["\\\\",${nested(63)}]`))).toBe('accepted');
    expect(errorOf(() => parse(`["\\\\",${nested(64)}]`))).toBe('body: is nested deeper than 64 levels');
    expect(errorOf(() => parse(`[${'[],{},'.repeat(500)}1]`))).toBe('accepted');
    expect(errorOf(() => parse(`["${'{'.repeat(500)}`))).toBe('body: is not valid JSON');
    expect(errorOf(() => parse(`["${'{'.repeat(500)}\\`))).toBe('body: is not valid JSON');
  });
});

describe('a long body, read in turns, comes to what it does at once:', () => {
  const LONG = 'x'.repeat(40_000);
  const nested = (depth: number) => ['{"a":'.repeat(depth), 1, '}'.repeat(depth)].join('');
  const outcome = (run: () => unknown) => new Promise((resolve) => resolve(run())).catch(messageOf);
  it.each<[what: string, body: string | Buffer, outcome: unknown]>([
    ...REFUSED.map(([body]): [string, string, unknown] => [
      body,
      `{"long":"${LONG}","it":${body}}`,
      expect.stringMatching(/^(body|it)/),
    ]),
    ['64 levels', `["${LONG}",${nested(63)}]`, expect.anything()],
    ['65 levels', `["${LONG}",${nested(64)}]`, 'body: is nested deeper than 64 levels'],
    ['60,000 levels', `["${LONG}",${nested(60_000)}]`, 'body: is nested deeper than 64 levels'],
    ['a text of brackets', `["${LONG}${'['.repeat(500)}"]`, [LONG + '['.repeat(500)]],
    ['what is no UTF-8', Buffer.from([0x22, 0x80, 0x22]), 'body: is not UTF-8'],
  ])('%j', async (_, sent, expected) => {
    for (const isExact of [false, true]) {
      const options = { isExact, multiline: new Set<string>() };
      const atOnce = await outcome(() => parseBody(Buffer.from(sent), options));
      expect(atOnce).toEqual(expected);
      expect(await outcome(() => parseLongBody(Buffer.from(sent), options))).toEqual(atOnce);
    }
  });
});

function messageOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  throw error;
}

describe('a body is read', () => {
  it.each([
    ['{"a":"Grüße 😀 日本"}', { a: 'Grüße 😀 日本' }],
    ['{"a":"\\ud83d\\ude00"}', { a: '😀' }],
    ['\ufeff{"a":1}', { a: 1 }], // a byte order mark says nothing and is dropped
    ['{"a":"back\\\\slash \\"quote\\" \\/"}', { a: 'back\\slash "quote" /' }],
    ['{"toString":1,"constructor":"x"}', { toString: 1, constructor: 'x' }],
    ['{"a":1,"a":2}', { a: 2 }],
  ])('%j', (body, value) => {
    expect(parse(body)).toEqual(value);
    expect(parse(body, { isExact: true })).toEqual(value);
  });

  it('is nothing when it is empty', () => expect(parse('')).toBeUndefined());

  it('may have line breaks and tabs in members that are multiline, and nothing else', () => {
    const body = '{"note":"a\\nb\\tc\\r","name":"a"}';
    expect(parse(body, { multiline: ['note'] })).toEqual({ note: 'a\nb\tc\r', name: 'a' });
    expect(errorOf(() => parse('{"note":"\\u0000"}', { multiline: ['note'] }))).toMatch(
      /^note: must not contain/,
    );
    expect(errorOf(() => parse('{"name":"a\\nb"}', { multiline: ['note'] }))).toMatch(
      /^name: must not contain/,
    );
  });

  it.each(['1', '-1', '0', '123456789012345'])('%s stays a number on exact routes', (source) => {
    expect(parse(source, { isExact: true })).toBe(Number(source));
  });

  it.each(['0.1', '1e3', '-0', '1.0', '1234567890123456', '-9007199254740993', '1e999'])(
    '%s keeps its source text on exact routes',
    (source) => {
      const { a } = parse(`{"a":${source}}`, { isExact: true }) as { a: unknown };
      expect(isJsonNumber(a) && a.source).toBe(source);
    },
  );
});

describe('a text of a path or query', () => {
  it.each(['a\u0000', 'a\nb', '\u007f', '\u0080', '\ud800'])('%j is refused', (text) => {
    expect(errorOf(() => rejectControlCharacters('id', text))).toMatch(/^id: must not contain/);
  });
  it.each(['a b', 'ß', '😀', '', '../..'])('%j passes', (text) => {
    expect(errorOf(() => rejectControlCharacters('id', text))).toBe('accepted');
  });
});
