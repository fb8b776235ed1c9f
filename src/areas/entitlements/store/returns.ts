import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { FeatureCreditEntriesTable, FeatureDebitsTable } from '../tables.ts';
import type { WalletKey } from './wallets.ts';

/** A debit of an event, with the current entry. */
export type StoredDebit = Pick<
  FeatureDebitsTable,
  'referenceId' | 'position' | 'accountId' | 'featureId' | 'entryId' | 'isOverage' | 'units'
> &
  Pick<FeatureCreditEntriesTable, 'status' | 'effectiveFrom' | 'effectiveUntil'>;

/** The wallets that events debited, by event reference. */
export async function listDebitedWallets(
  tx: Tx,
  org: Org,
  references: readonly string[],
): Promise<(WalletKey & { referenceId: string })[]> {
  if (references.length === 0) return [];
  const { rows } = await sql<WalletKey & { referenceId: string }>`
    select distinct reference_id, account_id, feature_id from feature_debits
    where org_id = ${org.orgId} and reference_id = any(${[...references]}::uuid[])`.execute(tx);
  return rows;
}

/** Debits of events, newest first; wallets must be locked, because grants move debits between entries. */
export async function listDebits(tx: Tx, org: Org, references: readonly string[]): Promise<StoredDebit[]> {
  const { rows } = await sql<StoredDebit>`
    select d.reference_id, d.position, d.account_id, d.feature_id, d.entry_id, d.is_overage, d.units,
      e.status, e.effective_from, e.effective_until
    from feature_debits d
    join feature_credit_entries e on e.org_id = d.org_id and e.account_id = d.account_id
      and e.feature_id = d.feature_id and e.id = d.entry_id
    where d.org_id = ${org.orgId} and d.reference_id = any(${[...references]}::uuid[])
    order by d.reference_id desc, d.position desc`.execute(tx);
  return rows;
}

/** Deletes debits of events in locked wallets and returns them to their entries. */
export async function deleteDebits(tx: Tx, org: Org, references: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      delete from feature_debits
      where org_id = ${org.orgId} and reference_id = any(${[...references]}::uuid[])
      returning account_id, feature_id, entry_id, units)
    update feature_credit_entries e set used = e.used - sum.units
    from (select account_id, feature_id, entry_id, sum(units) as units from gone
      group by account_id, feature_id, entry_id) as sum
    where e.org_id = ${org.orgId} and e.account_id = sum.account_id and e.feature_id = sum.feature_id
      and e.id = sum.entry_id`.execute(tx);
}
