import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { json } from '#platform/db/json.ts';
import type { Org } from '#platform/http/operation.ts';

/**
 * Makes the next drafts of cycles that the setting INVOICE_AUTO_ADVANCE now holds wait for a bill run;
 * returns their ids in order. The setting of an account overrides that of the organization. Locks rows by
 * id.
 */
export async function holdDraftsAfter(
  tx: Tx,
  org: Org,
  requested: { accountId: string | null; after: string; limit: number; now: Temporal.Instant },
): Promise<string[]> {
  const { accountId, after, limit, now } = requested;
  const { rows } = await sql<{ id: string }>`
    with held as (
      select i.id from invoices i
      where i.org_id = ${org.orgId} and i.status = 'DRAFT' and i.invoice_type = 'STANDARD'
        and i.schedule_id is not null and i.auto_advance and i.finalizing_status is null
        and i.id collate "C" > ${after} and (${accountId}::text is null or i.account_id = ${accountId})
        and ${settingOf(org)} = 'false'
      order by i.id collate "C" limit ${limit} for update of i),
    changed as (
      update invoices i set auto_advance = false, held_by_setting = true, updated_at = ${now},
        row_version = row_version + 1
      from held where i.org_id = ${org.orgId} and i.id = held.id
      returning i.id)
    select id from changed order by id collate "C"`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Releases the next drafts that waited only because of the setting; returns them in the order of their ids.
 * A draft under check by a hook continues with the hook's response. Locks rows by id.
 */
export async function letAdvanceAfter(
  tx: Tx,
  org: Org,
  requested: { accountId: string | null; after: string; limit: number; now: Temporal.Instant },
): Promise<{ id: string; invoiceDate: Temporal.Instant }[]> {
  const { accountId, after, limit, now } = requested;
  const { rows } = await sql<{ id: string; invoiceDate: Temporal.Instant }>`
    with held as (
      select i.id from invoices i
      where i.org_id = ${org.orgId} and i.status = 'DRAFT' and i.held_by_setting
        and i.id collate "C" > ${after} and (${accountId}::text is null or i.account_id = ${accountId})
        and ${settingOf(org)} is distinct from 'false'
      order by i.id collate "C" limit ${limit} for update of i),
    changed as (
      update invoices i set auto_advance = true, held_by_setting = false, updated_at = ${now},
        row_version = row_version + 1
      from held where i.org_id = ${org.orgId} and i.id = held.id
      returning i.id, i.invoice_date)
    select id, invoice_date from changed order by id collate "C"`.execute(tx);
  return rows;
}

/** The value of INVOICE_AUTO_ADVANCE for an invoice `i`: of its account, or else of the organization. */
function settingOf(org: Org) {
  return sql<string | null>`(
    select s.value from settings s
    where s.org_id = i.org_id and s.namespace = 'PLATFORM' and s.id = 'INVOICE_AUTO_ADVANCE'
      and (s.entity_type, s.entity_id) in (('ACCOUNT', i.account_id), ('ORGANIZATION', ${org.id}))
    order by s.entity_type limit 1)`;
}

/** Lists drafts that advance automatically and were held back for a reason, with their planned issue. */
export async function listHeldBack(
  tx: Tx,
  org: Org,
  requested: { reason: string; after: string; limit: number },
): Promise<{ id: string; isComposite: boolean }[]> {
  const reason = json([{ type: requested.reason }]);
  const { rows } = await sql<{ id: string; isComposite: boolean }>`
    select id, invoice_type = 'COMPOSITE' as is_composite from invoices
    where org_id = ${org.orgId} and status = 'DRAFT' and auto_advance
      and (held_since is not null or invoice_type = 'COMPOSITE') and info @> ${reason}
      and id collate "C" > ${requested.after}
    order by id collate "C" limit ${requested.limit}`.execute(tx);
  return rows;
}
