import { sql } from 'kysely';
import type { NumberSeries } from '#core/invoice-number.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

interface Counter {
  scope: string;
  period: string;
}

/**
 * Takes the next value of a counter, from `start`. The row stays locked until the transaction ends and rolls
 * back with it, so values have no gaps and follow the order of the commits. Call it last, because every
 * other invoice of the counter waits.
 */
export async function takeSequenceValue(
  tx: Tx,
  org: Org,
  { scope, period, start = 1 }: Counter & { start?: number },
): Promise<number> {
  const { rows } = await sql<{ lastValue: number }>`
    insert into invoice_sequences as s (org_id, scope, period, last_value)
    values (${org.orgId}, ${scope}, ${period}, ${start})
    on conflict (org_id, scope, period) do update set last_value = greatest(s.last_value + 1, ${start})
    returning last_value`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the counter returned no value');
  return row.lastValue;
}

/** The last value of a counter, without a lock; null before the first. */
export async function findLastValue(tx: Tx, org: Org, { scope, period }: Counter): Promise<number | null> {
  const row = await tx
    .selectFrom('invoiceSequences')
    .select('lastValue')
    .where('orgId', '=', org.orgId)
    .where('scope', '=', scope)
    .where('period', '=', period)
    .executeTakeFirst();
  return row?.lastValue ?? null;
}

/**
 * Locks a counter without counting. The holder of the organization's counter assigns numbers exclusively, so
 * the result of `findFreeValue` stays valid until the commit.
 */
export async function lockCounter(tx: Tx, org: Org, { scope, period }: Counter): Promise<void> {
  await sql`
    insert into invoice_sequences as s (org_id, scope, period, last_value)
    values (${org.orgId}, ${scope}, ${period}, 0)
    on conflict (org_id, scope, period) do update set last_value = s.last_value`.execute(tx);
}

/** Advances a counter to a value that is now assigned. */
export async function setSequenceValue(
  tx: Tx,
  org: Org,
  { scope, period, value }: Counter & { value: number },
): Promise<void> {
  await tx
    .updateTable('invoiceSequences')
    .set({ lastValue: value })
    .where('orgId', '=', org.orgId)
    .where('scope', '=', scope)
    .where('period', '=', period)
    .execute();
}

/** Whether a number was already assigned: in the same scope, or in a scope of another kind. */
export async function isNumberGiven(
  tx: Tx,
  org: Org,
  number: { text: string; scope: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from invoices
    where org_id = ${org.orgId} and sequence_id = ${number.text} and ${isForbidden(number.scope)}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Finds the first value after a given one whose number is free. Reads all numbers of the organization with
 * the same prefix and suffix, only after the numbering was changed.
 */
export async function findFreeValue(
  tx: Tx,
  org: Org,
  { scope, prefix, suffix, pad, value }: NumberSeries & { value: number },
): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    with digits as (
      select substr(sequence_id, length(${prefix}::text) + 1,
        length(sequence_id) - length(${prefix}::text) - length(${suffix}::text)) as counted
      from invoices
      where org_id = ${org.orgId} and sequence_id is not null and ${isForbidden(scope)}
        and length(sequence_id) > length(${prefix}::text) + length(${suffix}::text)
        and starts_with(sequence_id, ${prefix}::text)
        and right(sequence_id, length(${suffix}::text)) = ${suffix}),
    given as (
      select case when counted ~ '^[0-9]{1,20}$' and (length(counted) = ${pad}
          or length(counted) > ${pad} and counted not like '0%') then counted::numeric end as value
      from digits)
    select (min(given.value) + 1)::bigint as free
    from given left join given next on next.value = given.value + 1
    where next.value is null and given.value between ${value} and 9000000000000000`.execute(tx);
  return rows[0]?.free ?? value + 1;
}

/** Two customers with their own counters may share a number, as configured. */
function isForbidden(scope: string) {
  const [kind] = scope.split(':');
  return sql`(sequence_scope = ${scope} or split_part(sequence_scope, ':', 1) <> ${kind})`;
}
