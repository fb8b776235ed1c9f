import { changed, type HostileBody, type Node, raw } from './request-generator.ts';

/**
 * The largest bodies that a schema and a byte limit allow: the example with one of its lists, maps or texts
 * at its maximum, and one body with every member of the schema.
 */
export function worstBodies({
  schema,
  example,
  maxBytes,
}: {
  schema: object;
  example: unknown;
  maxBytes: number;
}): HostileBody[] {
  const size = JSON.stringify(example ?? {}).length;
  const room = Math.floor((maxBytes - size) * 0.95);
  const grown = [...growths(schema as Node, example, { path: [], room })].map(([path, value]) => ({
    name: path.join('.') || 'body',
    text: JSON.stringify(changed(example, path, value)),
  }));
  const full = { name: 'everything', text: JSON.stringify(fullValue(schema as Node, { left: room })) };
  return [...grown, full].filter(({ text }) => Buffer.byteLength(text) <= maxBytes);
}

type Path = readonly (string | number)[];

function* growths(
  node: Node,
  value: unknown,
  { path, room }: { path: Path; room: number },
): Generator<[Path, unknown]> {
  const one = node.anyOf?.find(({ type }) => type !== 'null') ?? node;
  if (one !== node) return yield* growths(one, value, { path, room });
  if (typeof value === 'string') {
    const { maxLength = room } = node;
    if (!node.enum && !node.instant && !node.plainDate) yield [path, 'x'.repeat(Math.min(maxLength, room))];
  } else if (Array.isArray(value)) {
    const [first] = value;
    if (first === undefined || !node.items) return;
    const count = Math.floor(room / (JSON.stringify(first).length + 1));
    const max = Math.min(node.maxItems ?? count, count);
    yield [path, Array.from({ length: max }, (_, i) => renamed(first, i))];
    yield* growths(node.items, first, { path: [...path, 0], room });
  } else if (value !== null && typeof value === 'object') {
    const { additionalProperties: others, maxProperties = room } = node;
    const known = node.properties ?? {};
    for (const [name, member] of Object.entries(value)) {
      const inner = known[name] ?? (typeof others === 'object' ? others : undefined);
      if (inner) yield* growths(inner, member, { path: [...path, name], room });
    }
    if (typeof others !== 'object') return;
    const item = fullValue(others, { left: Math.min(2000, room) });
    const max = Math.min(maxProperties, Math.floor(room / (JSON.stringify(item).length + 10)));
    yield [path, Object.fromEntries(Array.from({ length: max }, (_, i) => [`k${i}`, item]))];
  }
}

/** Most lists require distinct names or ids. */
function renamed(value: unknown, index: number): unknown {
  if (typeof value === 'string') return `${value}${index}`;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const names = ['id', 'name', 'value', 'order', 'accountId', 'eventId'];
  const members = Object.entries(value).map(([name, member]) => {
    if (!names.includes(name)) return [name, member];
    if (typeof member === 'string') return [name, `${member}${index}`];
    return [name, typeof member === 'number' ? index + 1 : member];
  });
  return Object.fromEntries(members);
}

/** All members at once, as long as there is room. */
function fullValue(node: Node, budget: { left: number }): unknown {
  const [one = node] = node.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (one !== node) return fullValue(one, budget);
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[0];
  const [type] = [node.type].flat();
  budget.left -= 8;
  switch (type) {
    case 'string': {
      if (node.instant) return '2030-01-15T00:00:00Z';
      if (node.plainDate) return '2030-01-15';
      const length = Math.max(node.minLength ?? 0, Math.min(node.maxLength ?? 100, budget.left, 2000));
      budget.left -= length;
      return 'x'.repeat(length);
    }
    case 'array': {
      const items: unknown[] = [];
      const part = { left: Math.floor(budget.left / 2) };
      const before = part.left;
      while (items.length < (node.maxItems ?? 10_000) && part.left > 0)
        items.push(fullValue(node.items ?? {}, part));
      budget.left -= before - part.left;
      return items;
    }
    case 'object':
      return fullObject(node, budget);
    case 'integer':
      return node.maximum ?? 1;
    case 'number':
      return raw('1.000000000000000001');
    default:
      return type === 'boolean' ? true : 'x';
  }
}

function fullObject(node: Node, budget: { left: number }): unknown {
  const members = Object.entries(node.properties ?? {}).map(([name, member]) => {
    budget.left -= name.length + 4;
    return [name, fullValue(member, budget)];
  });
  return Object.fromEntries(members);
}
