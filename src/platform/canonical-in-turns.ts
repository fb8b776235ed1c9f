import { canonicalJson } from '#core/canonical-json.ts';
import { isSmall } from './json-size.ts';
import { startTurns, type Turns } from './turns.ts';

/** The text of `canonicalJson(value)`, computed in parts that yield the event loop in between. */
export async function canonicalInTurns(value: object): Promise<string> {
  const pieces: string[] = [];
  await print(value, { turns: startTurns(), add: (text) => pieces.push(text) });
  return pieces.join('');
}

interface Printer {
  turns: Turns;
  add(text: string): void;
}

async function print(value: unknown, printer: Printer): Promise<void> {
  const { turns, add } = printer;
  if (turns.isOver()) await turns.yieldLoop();
  if (typeof value !== 'object' || value === null || isSmall(value)) {
    add(canonicalJson(value));
    return;
  }
  const members = Array.isArray(value)
    ? value.map((item) => ['', item] as const)
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .sort(byName)
        .map(named);
  const [opening, closing] = Array.isArray(value) ? '[]' : '{}';
  let separator = opening as string;
  for (const [name, member] of members) {
    add(separator + name);
    await print(member, printer);
    separator = ',';
  }
  add(separator === ',' ? (closing as string) : `${opening}${closing}`);
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) =>
  one < other ? -1 : Number(one > other);
const named = ([name, member]: [string, unknown]) => [`${JSON.stringify(name)}:`, member] as const;
