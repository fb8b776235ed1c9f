import { changed, type HostileBody, type Node, raw } from './request-generator.ts';

type Giant = [what: string, path: string[], text: string];

/**
 * Bodies that are too deep, too long or have too many members, for each kind of schema node: few, because the
 * same check rejects them everywhere.
 */
export function giantBodies(schema: object, example: unknown): HostileBody[] {
  const { properties = {} } = schema as Node;
  const first = (type: string) =>
    Object.entries(properties).find(([, member]) => [member.type].flat().includes(type))?.[0];
  const giants = Object.entries(GIANTS).flatMap(([type, values]) => {
    const name = first(type) ?? Object.keys(properties)[0] ?? 'bogus';
    return Object.entries(values).map(([what, text]): Giant => [what, [name], text]);
  });
  const body = JSON.stringify(example ?? {});
  const manyKeys = `${body.slice(0, -1)}${body === '{}' ? '' : ','}${MANY_KEYS}`;
  return [...giants, ['10,000 keys', [], manyKeys] satisfies Giant].map(([what, path, text]) => ({
    name: `${path.join() || 'body'}: ${what}`,
    text: path.length === 0 ? text : withGiant(changed(example, path, PLACE), text),
  }));
}

const PLACE = 'here stands a giant';

/** Builds the text of a giant once, and inserts it at its position. */
function withGiant(example: unknown, text: string): string {
  return JSON.stringify(example).replace(JSON.stringify(PLACE), () => text);
}

const keys = (item: (i: number) => unknown) =>
  Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, item(i)]));
/** Includes the closing brace of their object. */
const MANY_KEYS = JSON.stringify(keys((i) => i)).slice(1);

const nested = (open: string, close: string, depth: number): unknown =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);

/** One of each for the first member of that type. */
const GIANT_VALUES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  object: {
    'objects 64 deep': nested('{"a":', '}', 64),
    'objects 2,000 deep': nested('{"a":', '}', 2000),
    '10,000 keys in it': keys(() => 'x'),
  },
  array: {
    'lists 64 deep': nested('[', ']', 64),
    'lists 2,000 deep': nested('[', ']', 2000),
    '20,000 items': Array(20_000).fill(null),
    '20,000 objects': Array(20_000).fill({}),
  },
  string: {
    '64 KiB and one': 'x'.repeat(65_537),
    '900 KiB': 'x'.repeat(900_000),
    '200,000 characters of four bytes': '😀'.repeat(200_000),
    'logic 500 deep': `${'{"!":'.repeat(500)}1${'}'.repeat(500)}`,
    'a million braces': '{'.repeat(900_000),
  },
  number: {
    'a number of 10,000 digits': raw('9'.repeat(10_000)),
    'a fraction of 10,000 digits': raw(`0.${'1'.repeat(10_000)}`),
    'an exponent of nine digits': raw('1e999999999'),
    'an exponent of 1,000 digits': raw(`1e${'9'.repeat(1000)}`),
    'a negative exponent of nine digits': raw('1e-999999999'),
  },
};

const GIANTS = Object.fromEntries(
  Object.entries(GIANT_VALUES).map(([type, values]) => [
    type,
    Object.fromEntries(Object.entries(values).map(([what, value]) => [what, JSON.stringify(value)])),
  ]),
);
