import { type Expression, type SqlBool, sql } from 'kysely';
import type { PageRequest } from '../http/list.ts';

/** A contiguous range of rows, in page order. */
export interface Stretch {
  name: string;
  /** Null: from the start of the list. */
  condition: Expression<SqlBool> | null;
  /** The values in the condition, in order of appearance. */
  values: readonly string[];
}

/**
 * The rows after the cursor, as stretches that an index can read from their start. Keys of one direction
 * compare as one row; where the direction changes, rows that tie with the cursor so far come first. A single
 * condition for all of it read every tie: after 100,000 rows of one import, a page took ten times as long as
 * the first.
 */
export function stretchesOf(page: PageRequest): Stretch[] {
  const { after, sort } = page;
  if (!after) return [{ name: 'first', condition: null, values: [] }];
  const borders = sort.flatMap(([, direction], i) => (direction === sort[i - 1]?.[1] ? [] : [i]));
  return borders.toReversed().map((from) => {
    const until = sort.findIndex(([, direction], i) => i > from && direction !== sort[from]?.[1]);
    const values = after.slice(0, until === -1 ? sort.length : until);
    return { name: `after ${from}`, condition: afterCondition(page, from, values), values };
  });
}

/** Equal in the keys before `from`, and after the cursor in the keys from there on. */
function afterCondition(page: PageRequest, from: number, values: readonly string[]): Expression<SqlBool> {
  const keys = page.sort.slice(0, values.length).map(([name]) => sortKey(page, name));
  const ties = keys.slice(0, from).map((key, i) => sql`${key} = ${values[i]}`);
  const row = sql`(${sql.join(keys.slice(from))})`;
  const cursor = sql`(${sql.join(values.slice(from))})`;
  const beyond = page.sort[from]?.[1] === 'DESC' ? sql`${row} < ${cursor}` : sql`${row} > ${cursor}`;
  return sql<SqlBool>`(${sql.join([...ties, beyond], sql` and `)})`;
}

// Code point order everywhere: the order of a list must not depend on the server's collations.
export function sortKey(page: PageRequest, name: string): Expression<unknown> {
  const key = page.spec.sortable[name];
  if (!key) throw new RangeError(`not sortable: ${name}`);
  return key.kind === 'text' ? sql`${sql.ref(key.column)} collate "C"` : sql.ref(key.column);
}
