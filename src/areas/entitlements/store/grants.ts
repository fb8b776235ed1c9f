import { sql } from 'kysely';
import { ZERO } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { publishEntitlement } from '../publish-entitlement.ts';
import type { FeatureCreditEntriesTable } from '../tables.ts';
import type { WalletKey } from './wallets.ts';

export type NewEntry = Omit<
  FeatureCreditEntriesTable,
  'orgId' | 'status' | 'used' | 'createdAt' | 'updatedAt' | 'rowVersion'
>;

/** Inserts entries; leaves existing ones with the same ids unchanged. */
export async function insertEntries(
  tx: Tx,
  org: Org,
  { entries, now }: { entries: readonly NewEntry[]; now: Temporal.Instant },
): Promise<void> {
  const common = { orgId: org.orgId, status: 'ACTIVE', used: ZERO, createdAt: now, updatedAt: now } as const;
  const added = await tx
    .insertInto('featureCreditEntries')
    .values(entries.map((entry) => ({ ...entry, ...common })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['accountId', 'featureId'])
    .execute();
  for (const wallet of added) publishEntitlement(tx, org, { type: 'entitlement.granted', wallet, now });
}

/** An entry that follows changes of the schedule that granted it. */
export type GrantedEntry = WalletKey &
  Pick<
    FeatureCreditEntriesTable,
    'id' | 'source' | 'invoiceTiming' | 'effectiveFrom' | 'effectiveUntil' | 'cardUntil' | 'used'
  > & { scheduleId: string; blockAt: Temporal.Instant };

/** An account's schedule-granted entries, except voided ones, that have not ended at an instant. */
export async function listGrantedEntries(
  tx: Tx,
  org: Org,
  wanted: { accountId: string; at: Temporal.Instant },
): Promise<GrantedEntry[]> {
  const { rows } = await sql<GrantedEntry>`
    select account_id, feature_id, id, source, schedule_id, invoice_timing, block_at, effective_from,
      effective_until, card_until, used
    from feature_credit_entries
    where org_id = ${org.orgId} and account_id = ${wanted.accountId} and schedule_id is not null
      and status = 'ACTIVE' and coalesce(card_until, effective_until) > ${wanted.at}
    order by feature_id, id`.execute(tx);
  return rows;
}

/** Deletes entries; the foreign key of debits rejects entries with debits. */
export async function deleteEntries(
  tx: Tx,
  org: Org,
  entries: readonly (WalletKey & { id: string })[],
): Promise<void> {
  await sql`
    delete from feature_credit_entries e
    using json_to_recordset(${JSON.stringify(entries)}::json)
      as sent ("accountId" text, "featureId" text, id text)
    where e.org_id = ${org.orgId} and e.account_id = sent."accountId"
      and e.feature_id = sent."featureId" and e.id = sent.id`.execute(tx);
}

/** Updates ends and statuses of entries in locked wallets. */
export async function updateGrantedEntries(
  tx: Tx,
  org: Org,
  change: {
    entries: readonly (WalletKey & { id: string; effectiveUntil: string; status: 'ACTIVE' | 'VOIDED' })[];
    now: Temporal.Instant;
  },
): Promise<void> {
  if (change.entries.length === 0) return;
  await sql`
    update feature_credit_entries e
    set effective_until = sent."effectiveUntil", status = sent.status, updated_at = ${change.now},
      row_version = e.row_version + 1
    from json_to_recordset(${JSON.stringify(change.entries)}::json)
      as sent ("accountId" text, "featureId" text, id text, "effectiveUntil" timestamptz, status text)
    where e.org_id = ${org.orgId} and e.account_id = sent."accountId"
      and e.feature_id = sent."featureId" and e.id = sent.id`.execute(tx);
}
