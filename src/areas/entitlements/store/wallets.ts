import { sql } from 'kysely';
import { decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { FeatureDebit, WalletEntry } from '../draw-credits.ts';

export interface WalletKey {
  accountId: string;
  featureId: string;
}

/** Inserts the rows that writers lock, in key order. */
export async function insertWallets(
  tx: Tx,
  org: Org,
  { wallets, now }: { wallets: readonly WalletKey[]; now: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into feature_wallets (org_id, account_id, feature_id, created_at)
    select distinct ${org.orgId}::integer, account_id, feature_id, ${now}::timestamptz
    from unnest(${accountsOf(wallets)}::text[], ${featuresOf(wallets)}::text[])
      as wanted (account_id, feature_id)
    order by account_id, feature_id
    on conflict (org_id, account_id, feature_id) do nothing`.execute(tx);
}

/**
 * Locks the credits of these pairs until the transaction ends. Every writer locks the rows in key order, so
 * two writers of the same wallets never deadlock. Grants, which only add entries, can proceed.
 */
export async function lockWallets(tx: Tx, org: Org, wallets: readonly WalletKey[]): Promise<void> {
  await sql`
    select 1 from feature_wallets
    where org_id = ${org.orgId} and (account_id, feature_id) in (
      select * from unnest(${accountsOf(wallets)}::text[], ${featuresOf(wallets)}::text[]))
    order by account_id, feature_id for no key update`.execute(tx);
}

/**
 * The entries that events in `[first, last]` can debit; omits used-up ones, except overage, which every event
 * reports.
 */
export async function listOpenEntries(
  tx: Tx,
  org: Org,
  range: { wallets: readonly WalletKey[]; first: Temporal.Instant; last: Temporal.Instant },
): Promise<(WalletKey & WalletEntry)[]> {
  const { wallets, first, last } = range;
  const { rows } = await sql<WalletKey & WalletEntry>`
    select account_id, feature_id, id, source = 'OVERAGE' as is_overage, effective_from, effective_until,
      granted, used
    from feature_credit_entries
    where org_id = ${org.orgId} and (account_id, feature_id) in (
        select * from unnest(${accountsOf(wallets)}::text[], ${featuresOf(wallets)}::text[]))
      and status = 'ACTIVE' and effective_from <= ${last} and effective_until > ${first}
      and (used < granted or source = 'OVERAGE')`.execute(tx);
  return rows;
}

export type RecordedDebit = FeatureDebit & { referenceId: string; eventTime: string };

/** Inserts debits of locked wallets and updates `used` of their entries. */
export async function insertDebits(tx: Tx, org: Org, debits: readonly RecordedDebit[]): Promise<void> {
  const rows = debits.flatMap(({ referenceId, eventTime, accountId, featureId, parts }) =>
    parts.map(({ entry, units }, position) => ({
      ...{ referenceId, eventTime, accountId, featureId, position },
      ...{ entryId: entry.id, isOverage: entry.isOverage, units: decimalText(units) },
    })),
  );
  if (rows.length === 0) return;
  await sql`
    with taken as (
      insert into feature_debits
        (org_id, reference_id, position, account_id, feature_id, entry_id, event_time, is_overage, units)
      select ${org.orgId}, sent.* from json_to_recordset(${JSON.stringify(rows)}::json) as sent (
        "referenceId" uuid, "position" smallint, "accountId" text, "featureId" text, "entryId" text,
        "eventTime" timestamptz, "isOverage" boolean, units numeric)
      returning account_id, feature_id, entry_id, units)
    update feature_credit_entries e set used = e.used + sum.units
    from (select account_id, feature_id, entry_id, sum(units) as units from taken
      group by account_id, feature_id, entry_id) as sum
    where e.org_id = ${org.orgId} and e.account_id = sum.account_id and e.feature_id = sum.feature_id
      and e.id = sum.entry_id`.execute(tx);
}

function accountsOf(wallets: readonly WalletKey[]): string[] {
  return wallets.map(({ accountId }) => accountId);
}

function featuresOf(wallets: readonly WalletKey[]): string[] {
  return wallets.map(({ featureId }) => featureId);
}
