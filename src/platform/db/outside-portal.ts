import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Runs follow-up work of a portal's change on rows that the portal cannot access: suspends the portal
 * restriction of row-level security for `work` and restores it afterwards. No other statement of the
 * transaction may run meanwhile.
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
