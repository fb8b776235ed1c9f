import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import type { Org } from '../http/operation.ts';
import type { Tx } from './database.ts';
import { removeInPieces } from './remove-in-pieces.ts';

const opened = useDatabase({ maxConnections: 2 });

async function stage(id: string, things: number) {
  const org = await opened.org(id);
  await inOrg(org, (tx) =>
    sql`insert into idempotency_keys (org_id, subject, operation, path, key, body_hash)
      select ${org.orgId}, 'subject', 'operation', '/', n::text, '\\x00'
      from generate_series(1, ${things}) as n`.execute(tx),
  );
  return { org, left: () => inOrg(org, countLeft) };
}

function inOrg<T>({ orgId }: Org, run: (tx: Tx) => Promise<T>): Promise<T> {
  return opened.database.transaction({ orgId, access: 'write' }, run);
}

async function countLeft(tx: Tx): Promise<number> {
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from idempotency_keys`.execute(
    tx,
  );
  return rows[0]?.left ?? 0;
}

/** Removes up to `limit` keys, and notes how many each transaction has removed. */
function removing(sizes: number[]) {
  return async (tx: Tx, limit: number) => {
    const { numAffectedRows } = await sql`
      delete from idempotency_keys
      where ctid = any(array(select ctid from idempotency_keys limit ${limit}))`.execute(tx);
    sizes.push(Number(numAffectedRows ?? 0));
    return Number(numAffectedRows ?? 0);
  };
}

it.each([
  // things, limit, most, sizes of the pieces, left
  [0, 3, 5, [0], 0],
  [2, 3, 5, [2], 0],
  // Whether a full piece was the last is seen by the next one.
  [6, 3, 5, [3, 3, 0], 0],
  [7, 3, 5, [3, 3, 1], 0],
  // 20 - 5 × 3
  [20, 3, 5, [3, 3, 3, 3, 3], 5],
  // 120 - 50 × 2
  [120, 2, undefined, Array(50).fill(2), 20],
])('%i things, %i at a time', async (...row) => {
  const [things, limit, max, sizes, left] = row;
  const staged = await stage(`of-${things}-${limit}`, things);
  const seen: number[] = [];
  const pieces = { limit, remove: removing(seen), ...(max !== undefined && { max }) };
  expect(await removeInPieces(opened.database, staged.org, pieces)).toBe(things - left);
  expect(seen).toEqual(sizes);
  expect(await staged.left()).toBe(left);
});

it('what went before a failure is gone, and only of the organization', async () => {
  const [failing, other] = [await stage('failing', 9), await stage('other', 9)];
  const sizes: number[] = [];
  const remove = removing(sizes);
  const removal = removeInPieces(opened.database, failing.org, {
    limit: 4,
    remove: async (tx, limit) => {
      const removed = await remove(tx, limit);
      if (sizes.length === 2) throw new Error('the second does not commit');
      return removed;
    },
  });
  await expect(removal).rejects.toThrow('the second does not commit');
  expect([await failing.left(), await other.left()]).toEqual([5, 9]);
});
