import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Does what follows for the organization from what a portal did, in ways that no portal sees: the wall is
 * down for `work`, and up again after it. Nothing else of the transaction may be under way meanwhile.
 */
export async function outsidePortal<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ was: string | null }>`
    select current_setting('app.portal_accounts', true) as was`.execute(tx);
  const was = rows[0]?.was ?? '';
  if (was === '') return work();
  await setAccounts(tx, '');
  const done = await work();
  await setAccounts(tx, was);
  return done;
}

async function setAccounts(tx: Tx, accounts: string): Promise<void> {
  await sql`select set_config('app.portal_accounts', ${accounts}, true)`.execute(tx);
}
