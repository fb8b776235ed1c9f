import { type RawBuilder, sql } from 'kysely';

/**
 * The condition that a text column has one of some values. Of a single value it is an equality: the server
 * takes a list whose length it does not know for ten values, so its plan for any list looks ten times as dear
 * as one for the list at hand, and it makes the plan anew each time. For usage by account that took 1.2 of
 * 1.6 ms.
 */
export function isOneOf(column: string, values: readonly string[]): RawBuilder<boolean> {
  const [value, ...more] = values;
  if (value !== undefined && more.length === 0) return sql<boolean>`${sql.ref(column)} = ${value}`;
  return sql<boolean>`${sql.ref(column)} = any(${values}::text[])`;
}
