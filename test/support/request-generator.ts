/**
 * Hostile requests made from a schema: an example body with one change each, so that each rejection has one
 * reason. Bodies are text, because no JSON library would write some of them.
 */
export interface HostileBody {
  name: string;
  text: string;
}

/** A body whose text is made when it is sent: only few of many are. */
export interface ChosenBody {
  name: string;
  text(): string;
}

export interface Node {
  type?: string | string[];
  properties?: Record<string, Node>;
  required?: string[];
  additionalProperties?: boolean | Node;
  propertyNames?: { maxLength?: number };
  maxProperties?: number;
  items?: Node;
  minItems?: number;
  maxItems?: number;
  anyOf?: Node[];
  enum?: unknown[];
  const?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  decimal?: { minimum?: string; exclusiveMinimum?: string; maximum?: string };
  instant?: true;
  plainDate?: true;
}

type Path = readonly (string | number)[];
type Change = [name: string, path: Path, value: unknown];

const REMOVED = Symbol('removed');
export const raw = (token: string) => JSON.rawJSON(token);
const show = (path: Path) => path.join('.') || 'body';

/** One body for each possible error at each position of the schema. */
export function hostileBodies(schema: object, example: unknown): ChosenBody[] {
  const changes = [...changesOf(schema as Node, example, [])];
  return changes.map(([name, path, value]) => ({
    name: `${show(path)}: ${name}`,
    text: () => JSON.stringify(changed(example, path, value)),
  }));
}

/** Texts that are not a JSON object of the operation, whatever its schema. */
export const BROKEN_BODIES: readonly HostileBody[] = [
  { name: 'empty', text: '' },
  { name: 'blank', text: ' ' },
  { name: 'cut', text: '{"a":' },
  { name: 'single quotes', text: "{'a':1}" },
  { name: 'a list', text: '[]' },
  { name: 'null', text: 'null' },
  { name: 'a number', text: '1e999' },
  { name: 'a text', text: '"\\ud800"' },
  { name: 'deep lists', text: `${'['.repeat(20_000)}${']'.repeat(20_000)}` },
  { name: 'deep objects', text: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` },
  { name: 'a prototype', text: '{"__proto__":{"a":1}}' },
  { name: 'a hostile key', text: '{"\\u0000":1}' },
];

/** Values of path and query parameters, already percent-encoded. */
export const HOSTILE_PARAMETERS: readonly string[] = [
  'unknown',
  '%00',
  '%0A',
  '%FF',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '%27%20or%20%271%27=%271',
  '..%2F..%2Fetc%2Fpasswd',
  '-1',
  '0',
  '1.5',
  '99999999999999999999999999',
  'null',
  '__proto__',
  '%25',
  '%5C',
  ',',
  'gt:',
  '9999-12-31T23:59:59-12:00',
  '0000-01-01',
  '9999-12-31',
  '2030-02-30',
  'x'.repeat(600),
  '%E2%80%AE'.repeat(60),
];

export function changed(example: unknown, path: Path, value: unknown): unknown {
  if (path.length === 0) return value;
  const copy = structuredClone(example);
  let parent = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) parent = parent[step] as Record<string | number, unknown>;
  const last = path.at(-1) as string | number;
  if (value === REMOVED) delete parent[last];
  else Object.defineProperty(parent, last, { value, enumerable: true });
  return copy;
}

function* changesOf(node: Node, value: unknown, path: Path): Generator<Change> {
  for (const [name, wrong] of wrongValues(node, show(path))) yield [name, path, wrong];
  if (Array.isArray(value) && node.items) yield* changesOfList(node, value, path);
  else if (value !== null && typeof value === 'object') yield* changesOfObject(node, value, path);
}

function* changesOfList(node: Node, list: unknown[], path: Path): Generator<Change> {
  const [first] = list;
  if (first === undefined) return;
  yield ['repeated', path, [...list, first]];
  if (node.maxItems !== undefined && node.maxItems <= 1000)
    yield ['too many', path, Array.from({ length: node.maxItems + 1 }, () => first)];
  yield* changesOf(node.items as Node, first, [...path, 0]);
}

function* changesOfObject(node: Node, object: object, path: Path): Generator<Change> {
  const { properties, additionalProperties: items } = node;
  if (!properties && typeof items === 'object') return yield* changesOfMap(node, object, path);
  for (const [name, member] of Object.entries(properties ?? {})) {
    if (name in object) yield ['missing', [...path, name], REMOVED];
    const sent = (object as Record<string, unknown>)[name];
    yield* changesOf(member, sent, [...path, name]);
  }
  yield ['unknown member', [...path, 'bogus'], 1];
  yield ['unknown member', [...path, 'constructor'], {}];
}

function* changesOfMap(node: Node, object: object, path: Path): Generator<Change> {
  const [first] = Object.entries(object);
  if (!first) return;
  yield ['empty key', [...path, ''], first[1]];
  yield ['odd key', [...path, 'a.b[0] "\' \\ 😀'], first[1]];
  yield ['inherited key', [...path, 'toString'], first[1]];
  const { propertyNames, maxProperties = 0 } = node;
  if (propertyNames?.maxLength)
    yield ['long key', [...path, 'k'.repeat(propertyNames.maxLength + 1)], first[1]];
  const many = Array.from({ length: maxProperties + 1 }, (_, i) => [`k${i}`, first[1]]);
  yield ['too many keys', path, Object.fromEntries(many)];
  yield* changesOf(node.additionalProperties as Node, first[1], [...path, first[0]]);
}

/** Values that a schema rejects, and valid ones that stress the code after validation. */
function* wrongValues(node: Node, at: string): Generator<[name: string, value: unknown]> {
  if (node.anyOf) {
    for (const branch of node.anyOf) yield* wrongValues(branch, at);
    return;
  }
  const types = [node.type].flat().filter((type) => type !== undefined);
  if (types.length === 0 && node.const === undefined && node.enum === undefined)
    throw new Error(`no generator for ${at}: ${JSON.stringify(node).slice(0, 200)}`);
  if (!types.includes('null')) yield ['null', null];
  for (const [type, value] of Object.entries(OF_TYPE)) if (!fits(types, type)) yield [`a ${type}`, value];
  for (const type of types) yield* wrongOfType(type, node, at);
}

const OF_TYPE = { boolean: true, number: 7, string: 'x', array: [], object: {} };

function fits(types: string[], type: string): boolean {
  return types.includes(type) || (type === 'number' && types.includes('integer'));
}

function wrongOfType(type: string, node: Node, at: string): Iterable<[string, unknown]> {
  switch (type) {
    case 'string':
      if (node.enum)
        return Object.entries({ 'no value': 'NONE', 'lower case': lower(node.enum[0]), blank: '' });
      if (node.instant) return named(INSTANTS);
      return node.plainDate ? named(DATES) : texts(node);
    case 'number':
      return named(NUMBERS.map(raw));
    case 'integer':
      return named([...INTEGERS, ...limits(node)].map((token) => raw(String(token))));
    case 'array':
      return named([[], [null], [[]], [{}], ['x'], [1]]);
    case 'object':
      return named([{ bogus: 1 }, JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`)]);
    case 'boolean':
      return named(['true', 0, 1]);
    case 'null':
      return [];
    default:
      throw new Error(`no generator for the type ${type} of ${at}`);
  }
}

const NUMBERS = [
  ...['0', '-0', '-1', '0.1', '1e-7', '-1.005', '1e999', '-1e999999999', '1e-999', '1e37', '1e38'],
  ...['9'.repeat(38), '9'.repeat(39), `0.${'1'.repeat(18)}`, `0.${'1'.repeat(19)}`, '9007199254740993'],
];
const INTEGERS = ['-1', '0', '1.5', '1e2', '2147483648', '-2147483649', '9007199254740993', '1e999', '99999'];
const INSTANTS = [
  ...['now', '', '2030-01-01', '2030-01-01T24:00:00Z', '2030-02-30T00:00:00Z', '0000-01-01T00:00:00Z'],
  ...[
    '9999-12-31T23:59:59-12:00',
    '9999-12-31T23:59:59Z',
    '0001-01-01T00:00:00Z',
    '2030-01-01T00:00:00+05:30',
  ],
];
const DATES = ['today', '', '2030-02-30', '0000-01-01', '0001-01-01', '9999-12-31', '2030-01-01T00:00:00Z'];
const TEXTS = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\nb',
    '\u001b[31m',
    '\u0085',
    '\ud800',
    'a\udfff',
    '\u202egnp.exe',
    '😀',
    'ß',
    'İ',
  ],
  ...["' or 1=1 --", '%', '_', '\\', '{{x}}', '#{x}', '<script>', '../..', '__proto__', 'NaN', '-1', '1e9'],
];

function* texts(node: Node): Generator<[string, unknown]> {
  yield* named(TEXTS);
  const { minLength = 0, maxLength = 10_000 } = node;
  if (minLength > 1) yield ['too short', 'x'.repeat(minLength - 1)];
  yield ['too long', 'x'.repeat(maxLength + 1)];
  yield ['as long as can be', 'x'.repeat(maxLength)];
  if (maxLength <= 1000) yield ['as many bytes as can be', '😀'.repeat(maxLength)];
}

function limits({ minimum, maximum }: Node): number[] {
  const below = minimum === undefined ? [] : [minimum - 1];
  return maximum === undefined ? below : [...below, maximum, maximum + 1];
}

function lower(value: unknown): string {
  return String(value).toLowerCase();
}

function named(values: unknown[]): [string, unknown][] {
  return values.map((value) => [JSON.stringify(value)?.slice(0, 40) ?? String(value), value]);
}

/** The same order for the same seed: a linear congruential generator is random enough to select cases. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed >>> 0;
  const keyed = items.map((item) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return { item, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
