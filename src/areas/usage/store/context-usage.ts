import { type RawBuilder, sql } from 'kysely';
import { int2Array, int4Array, int8Array, textArray, timestampArray } from '#platform/db/binary-arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/** Meters per row; see context_hours in the migrations. */
export const METERS_PER_ROW = 4;

/** Values to add to rows of sums, by column; rows are in primary-key order. */
export interface ContextRows {
  contextIds: number[];
  /** The first row of a context has its first four meters. */
  parts: number[];
  /** By column, as text. */
  units: string[][];
  /** By column, the number of events with units. */
  events: number[][];
}

export interface HourRows extends ContextRows {
  hourAts: Temporal.Instant[];
}

export interface ContextUsage {
  hours: HourRows;
  cycles: ContextRows;
}

/** Usage that ingestion summed by context, for the rows of a slot. */
export interface Delta {
  usage: ContextUsage;
  slot: number;
}

/**
 * Adds the delta: hours before cycles, each in primary-key order, as every writer does. For 4,000 events of
 * 3,000 contexts with two meters each, rows by context take the database half the time of rows by account and
 * meter, and a third of the WAL.
 */
export function addContextUsage(tx: Tx, org: Org, { usage, slot }: Delta): Promise<unknown>[] {
  const { hours, cycles } = usage;
  const writes: Promise<unknown>[] = [];
  if (hours.contextIds.length > 0) writes.push(deltaToHours(org, { usage, slot }).execute(tx));
  if (cycles.contextIds.length > 0) writes.push(deltaToCycles(org, { usage, slot }).execute(tx));
  return writes;
}

/** A condition on a table by context: rows of this account. */
export function ofAccount(org: Org, accountId: string): RawBuilder<unknown> {
  return sql`context_id = any (${contextsOf(org, accountId)})`;
}

export function contextsOf(org: Org, accountId: string): RawBuilder<unknown> {
  return sql`array(
    select context_id from event_contexts where org_id = ${org.orgId} and account_id = ${accountId})`;
}

function deltaToHours(org: Org, delta: Delta): RawBuilder<unknown> {
  return statementOf(hoursIn(org, delta), HOUR_KEYS, textOfHours);
}

function deltaToCycles(org: Org, delta: Delta): RawBuilder<unknown> {
  return statementOf(cyclesIn(org, delta), CYCLE_KEYS, textOfCycles);
}

/** Values before those of the columns. */
const HOUR_KEYS = 5;
const CYCLE_KEYS = 4;

function hoursIn(org: Org, { usage: { hours }, slot }: Delta): unknown[] {
  const keys = [int4Array(hours.contextIds), int2Array(hours.parts), timestampArray(hours.hourAts)];
  return [org.orgId, slot, ...keys, ...valuesOf(hours)];
}

function cyclesIn(org: Org, { usage: { cycles }, slot }: Delta): unknown[] {
  const keys = [int4Array(cycles.contextIds), int2Array(cycles.parts)];
  return [org.orgId, slot, ...keys, ...valuesOf(cycles)];
}

/** Each column has two values. */
function statementOf(list: readonly unknown[], keys: number, textOf: Texts): RawBuilder<unknown> {
  return sql(textOf((list.length - keys) / 2), ...list);
}

/** By column: units, and how many events had them. */
function valuesOf({ units: sums, events: counts }: ContextRows): Buffer[] {
  return sums.flatMap((units, column) => [textArray(units), int8Array(counts[column] ?? [])]);
}

/** Statement texts by number of columns, split at their parameters. */
type Texts = (columns: number) => TemplateStringsArray;

const textOfHours = textsByColumns(
  (names, values, updates) => `
    insert into context_hours (org_id, slot, context_id, part, hour_at, ${names})
    select ?, ?, unnest(?::int4[]), unnest(?::int2[]), unnest(?::timestamptz[]), ${values}
    on conflict (org_id, context_id, hour_at, slot, part) do update set ${updates('context_hours')}`,
);
const textOfCycles = textsByColumns(
  (names, values, updates) => `
    insert into context_cycles (org_id, slot, context_id, part, ${names})
    select ?, ?, unnest(?::int4[]), unnest(?::int2[]), ${values}
    on conflict (org_id, context_id, slot, part) do update set ${updates('context_cycles')}`,
);

type Write = (names: string, values: string, updates: (table: string) => string) => string;

/**
 * Builds each text once: building them per statement, column by column, took this process 45 µs, whatever the
 * number of rows.
 */
function textsByColumns(write: Write): Texts {
  const texts: TemplateStringsArray[] = [];
  return (columns) => {
    texts[columns] ??= cut(columns, write);
    return texts[columns];
  };
}

function cut(columns: number, write: Write): TemplateStringsArray {
  const numbers = Array.from({ length: columns }, (_, column) => column + 1);
  const names = numbers.flatMap((n) => [`units${n}`, `events${n}`]);
  const values = numbers.map(() => 'unnest(?::text[])::numeric, unnest(?::int8[])');
  const parts = write(names.join(', '), values.join(', '), (table) =>
    names.map((name) => `${name} = coalesce(${table}.${name}, 0) + excluded.${name}`).join(', '),
  ).split('?');
  return Object.assign(parts, { raw: parts });
}
