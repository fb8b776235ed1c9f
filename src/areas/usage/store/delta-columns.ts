import { type RawBuilder, sql } from 'kysely';

/** A column of deltas, with the type in which its list is sent. */
export type Column = readonly [name: string, type: RawBuilder<unknown>];
export const UNITS = sql`text[]`;
const EVENTS = sql`int4[]`;
/** In the order of the lists that `listsOfHours` returns, which may be fewer. */
export const COLUMNS: readonly Column[] = [
  ['context_ids', sql`int4[]`],
  ['parts', sql`int2[]`],
  ['hour_ats', sql`timestamptz[]`],
  ...[1, 2, 3, 4].flatMap((n): Column[] => [
    [`units${n}`, UNITS],
    [`events${n}`, EVENTS],
  ]),
];
export const VALUES = COLUMNS.slice(3);

/** Unpacked as columns: as a table joined to its row, it took the database 1.6 times as long. */
export const ITEM_COLUMNS = [
  sql`unnest(context_ids) as context_id, unnest(parts) as part, unnest(hour_ats) as hour_at`,
  ...VALUES.map(([name]) => sql`unnest(${sql.ref(name)}) as ${sql.ref(name)}`),
];
