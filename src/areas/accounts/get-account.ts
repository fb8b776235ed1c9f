import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { accountArchived, accountNotFound } from './problems.ts';
import { type AccountRow, findAccount, lockAccountRow } from './store/accounts.ts';

/** Finds an account by the chosen id or the platform id. Raises `accountNotFound`. */
export async function getAccount(tx: Tx, org: Org, id: string): Promise<AccountRow> {
  const row = await findAccount(tx, org, id);
  if (!row) throw accountNotFound({ id });
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockAccount(tx: Tx, org: Org, id: string): Promise<AccountRow> {
  const row = await lockAccountRow(tx, org, id);
  if (!row) throw accountNotFound({ id });
  return row;
}

/** The same, for a change: also raises `accountArchived`. */
export async function lockOpenAccount(tx: Tx, org: Org, id: string): Promise<AccountRow> {
  const row = await lockAccount(tx, org, id);
  if (row.status === 'ARCHIVED') throw accountArchived({ id: row.id });
  return row;
}
