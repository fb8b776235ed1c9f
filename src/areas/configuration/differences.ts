/** What differs between two resources in document form, member by member. */
export interface Difference {
  /** Such as `rateCards[fee].details.rateValues[0].rate`. */
  path: string;
  /** JSON, at most 300 characters; absent: the member was added. */
  before?: string;
  /** JSON, at most 300 characters; absent: the member is removed. */
  after?: string;
}

export const MAX_DIFFERENCE_TEXT = 300;
const NOTHING = Symbol('nothing');

/** Numbers are compared by their digits. Elements of lists belong together by their names, or else places. */
export function differencesOf(before: object, after: object): Difference[] {
  return compare(plainOf(before), plainOf(after), '');
}

/** A number with its digits: no text of a document begins with this character. */
const NUMBER = '\u0000';

function plainOf(item: object): unknown {
  const revive = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? `${NUMBER}${context?.source ?? value}` : value;
  return JSON.parse(JSON.stringify(item), revive as (key: string, value: unknown) => unknown);
}

function compare(before: unknown, after: unknown, path: string): Difference[] {
  if (Array.isArray(before) && Array.isArray(after))
    return compareMembers(elementsOf(before, after), elementsOf(after, before), (key) => `${path}[${key}]`);
  if (isObject(before) && isObject(after))
    return compareMembers(new Map(Object.entries(before)), new Map(Object.entries(after)), (key) =>
      path === '' ? key : `${path}.${key}`,
    );
  if (before === after) return [];
  return [
    {
      path,
      ...(before !== NOTHING && { before: textOf(before) }),
      ...(after !== NOTHING && { after: textOf(after) }),
    },
  ];
}

function compareMembers(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  pathOf: (key: string) => string,
): Difference[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  const members = [...keys].flatMap((key) => {
    const [left, right] = [before, after].map((side) => (side.has(key) ? side.get(key) : NOTHING));
    return compare(left, right, pathOf(key));
  });
  const [order, other] = [before, after].map((side) => [...side.keys()].join(', '));
  // The same named elements in another order.
  const isMoved = members.length === 0 && order !== other && pathOf('').endsWith('[]');
  const path = pathOf('').slice(0, -2);
  return isMoved ? [{ path, before: textOf(order), after: textOf(other) }] : members;
}

/** By name, if every element of both lists has one of its own. */
function elementsOf(list: readonly unknown[], other: readonly unknown[]): Map<string, unknown> {
  const isNamed = [list, other].every((each) => {
    const names = each.map(nameOf);
    return names.every((name) => name !== null) && new Set(names).size === names.length;
  });
  return new Map(list.map((each, index) => [isNamed ? (nameOf(each) as string) : String(index), each]));
}

function nameOf(element: unknown): string | null {
  const name = isObject(element) ? element.name : null;
  return typeof name === 'string' ? name : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value).replace(/"\\u0000([^"]*)"/g, '$1');
  const characters = Array.from(text);
  if (characters.length <= MAX_DIFFERENCE_TEXT) return text;
  return `${characters.slice(0, MAX_DIFFERENCE_TEXT - 1).join('')}…`;
}
