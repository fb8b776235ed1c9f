/** A change on purpose of what was answered before a migration; all else has to be as it was. */
interface Change {
  before: number;
  /** Of a text anywhere in a response. */
  texts?: readonly (readonly [was: RegExp, is: string])[];
  /** Members of an entry of a list, which has not kept them. */
  left?: (entry: Record<string, unknown>) => readonly string[];
}

const CHANGES: readonly Change[] = [
  {
    before: 51,
    texts: [
      [/^Slab (\d+: )/, 'Tier $1'],
      [/^slabs together: /, 'sum of the tiers: '],
      [/, so no slab is charged$/, ', so no tier is charged'],
    ],
    // Lists had the totals of drafts as of their last refresh, and have those of a GET by id, which is kept.
    left: ({ status }) => (status === 'DRAFT' ? ['totalAmount'] : []),
  },
];

/** A response of a version as the present one would give it. */
export function asSinceThen(lastMigration: number, body: unknown): unknown {
  return CHANGES.filter(({ before }) => lastMigration < before).reduce(applyTo, body);
}

function applyTo(body: unknown, { texts = [], left }: Change): unknown {
  const { data } = (body ?? {}) as { data?: unknown };
  const entries = Array.isArray(data) ? new Set<unknown>(data) : new Set<unknown>();
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return texts.reduce((text, [was, is]) => text.replace(was, is), value);
    if (Array.isArray(value)) return value.map(change);
    // Numbers with their digits are objects of a class.
    if (!isRecord(value)) return value;
    const gone = (entries.has(value) && left?.(value)) || [];
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !gone.includes(name))
        .map(([name, each]) => [name, change(each)]),
    );
  };
  return change(body);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
