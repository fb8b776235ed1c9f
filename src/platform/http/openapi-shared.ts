/** Moves parts that many operations share into components, and replaces them with references. */

export type Paths = Record<string, Record<string, DescribedOperation>>;

interface DescribedOperation {
  parameters?: object[];
}

interface Parameter {
  name: string;
  in: string;
}

/** Generators append words such as Response, and names of more than 60 characters are unwieldy. */
const LONGEST_NAME = 50;
/**
 * Puts references into the paths and returns `components.parameters`. Of different parameters with one name,
 * the most frequent one is shared.
 */
export function shareParts(paths: Paths): { parameters: object } {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const parameters = chooseShared(
    operations.flatMap((each) => (each.parameters ?? []) as Parameter[]),
    ({ name }) => titleCase(name),
  );
  for (const operation of operations)
    if (operation.parameters)
      operation.parameters = operation.parameters.map((each) => refer('parameters', each, parameters));
  return { parameters: byName(parameters) };
}

/** Component names by part text: for each name the most frequent part, if it occurs at least twice. */
function chooseShared<T extends object>(
  parts: readonly T[],
  nameOf: (part: T) => string,
): Map<string, string> {
  const counts = new Map<string, { name: string; count: number }>();
  for (const part of parts) {
    const text = JSON.stringify(part);
    const found = counts.get(text) ?? { name: nameOf(part), count: 0 };
    counts.set(text, { ...found, count: found.count + 1 });
  }
  const often = [...counts].filter(([, { name, count }]) => count > 1 && name.length <= LONGEST_NAME);
  const byFrequency = often.sort(([, a], [, b]) => b.count - a.count);
  const chosen = new Map<string, string>();
  for (const [text, { name }] of byFrequency)
    if (!chosen.values().some((taken) => taken === name)) chosen.set(text, name);
  return chosen;
}

function refer(kind: string, part: object, shared: ReadonlyMap<string, string>): object {
  const name = shared.get(JSON.stringify(part));
  return name === undefined ? part : { $ref: `#/components/${kind}/${name}` };
}

function byName(shared: ReadonlyMap<string, string>): object {
  const entries = [...shared].map(([text, name]): [string, unknown] => [name, JSON.parse(text)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `account_id` → `AccountId`, `If-Match` → `IfMatch`. */
export function titleCase(name: string): string {
  const words = name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => (/^[A-Z0-9]+$/.test(word) ? word.toLowerCase() : word));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
