import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * The next value of a counter, from 1. The row stays locked to the end of the transaction and goes back with
 * it: values have no gaps and grow in the order in which their transactions commit. Take it last, because
 * every other invoice of the counter waits.
 */
export async function takeSequenceValue(
  tx: Tx,
  org: Org,
  counter: { scope: string; period: string },
): Promise<number> {
  const { rows } = await sql<{ lastValue: number }>`
    insert into invoice_sequences as s (org_id, scope, period, last_value)
    values (${org.orgId}, ${counter.scope}, ${counter.period}, 1)
    on conflict (org_id, scope, period) do update set last_value = s.last_value + 1
    returning last_value`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the counter returned no value');
  return row.lastValue;
}
