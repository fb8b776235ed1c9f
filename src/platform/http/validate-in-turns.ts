import type { TSchema } from 'typebox';
import { startTurns, type Turns } from '../turns.ts';
import { compileBody } from './validation.ts';

/** Like `Validator`, but yields the event loop in between; stops at the first problem. */
export type LongValidator = (value: unknown) => Promise<string[]>;

/** For bodies too long to validate in one turn: lists of objects are validated item by item. */
export function compileLongBody(schema: TSchema, wire: { prefix: string }): LongValidator {
  const checkAll = compileParts(schema, wire);
  return (value) => checkAll(value, { at: '', turns: startTurns() });
}

interface Position {
  at: string;
  turns: Turns;
}

type PartValidator = (value: unknown, position: Position) => Promise<string[]>;

function compileParts(schema: TSchema, wire: { prefix: string }): PartValidator {
  const lists: FoundList[] = [];
  const checkShell = compileBody(withoutLists(schema, { path: [], lists }) as TSchema, wire);
  const parts = lists.map(({ path, items }) => ({ path, check: compileParts(items, wire) }));
  return async (value, { at, turns }) => {
    if (turns.isOver()) await turns.yieldLoop();
    const problems = checkShell(value, { isLarge: true, at });
    if (problems.length > 0) return problems;
    for (const { path, check } of parts) {
      const list = path.reduce<unknown>((owner, name) => (owner as Members | undefined)?.[name], value);
      for (const [index, item] of ((list ?? []) as unknown[]).entries()) {
        const found = await check(item, { at: `${at}/${path.join('/')}/${index}`, turns });
        if (found.length > 0) return found;
      }
    }
    return [];
  };
}

type Members = Readonly<Record<string, unknown>>;

interface Node {
  $id?: string;
  type?: string | string[];
  properties?: Record<string, Node>;
  items?: TSchema & Node;
}

interface FoundList {
  path: readonly string[];
  items: TSchema;
}

/** The schema without the item schemas of its lists of objects. A recursive schema stays in one part. */
function withoutLists(node: Node, found: { path: readonly string[]; lists: FoundList[] }): Node {
  const { items, properties } = node;
  if (node.$id !== undefined) return node;
  if (items?.properties && items.$id === undefined) {
    found.lists.push({ path: found.path, items });
    return { ...node, items: {} as TSchema };
  }
  if (!properties) return node;
  const members = Object.entries(properties).map(([name, member]) => {
    return [name, withoutLists(member, { ...found, path: [...found.path, name] })];
  });
  return { ...node, properties: Object.fromEntries(members) };
}
