import { sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { OpenInvoice } from '../compare-invoices.ts';

/** Counts the drafts of each account, up to `limit` of all; accounts without drafts are absent. */
export async function countDrafts(
  tx: Tx,
  org: Org,
  { accountIds, limit }: { accountIds: readonly string[]; limit: number },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ accountId: string; drafts: number }>`
    select a.id as account_id, d.drafts from unnest(${[...accountIds]}::text[]) as a (id)
    cross join lateral (
      select count(*)::int as drafts from (
        select from invoices i
        where i.org_id = ${org.orgId} and i.account_id = a.id and i.status = 'DRAFT' limit ${limit + 1}) each
    ) d where d.drafts > 0`.execute(tx);
  return new Map(rows.map(({ accountId, drafts }) => [accountId, drafts]));
}

/**
 * Lists the ids of drafts of the accounts, and of `due` invoices of each that a wallet may pay, earliest due
 * date first.
 */
export async function listOpenIds(
  tx: Tx,
  org: Org,
  { accountIds, due }: { accountIds: readonly string[]; due: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from invoices i
    where i.org_id = ${org.orgId} and i.account_id = any(${[...accountIds]}::text[]) and i.status = 'DRAFT'
    union all
    select owed.id from unnest(${[...accountIds]}::text[]) as a (id)
    cross join lateral (
      select i.id from invoices i
      where i.org_id = ${org.orgId} and i.account_id = a.id and i.status in ('DUE', 'PARTIALLY_PAID')
      order by i.due_date, i.invoice_date, i.id collate "C" limit ${due}) owed`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Reads the invoices in the order of their dates; `document` of drafts only. */
export async function readOpenInvoices(tx: Tx, org: Org, ids: readonly string[]): Promise<OpenInvoice[]> {
  const { rows } = await sql<OpenInvoice>`
    select i.id, i.sequence_id, i.account_id, i.start_at, i.end_at, i.currency, i.status, i.total_amount,
      i.paid_amount, case when i.status = 'DRAFT' then i.document end as document,
      coalesce((select sum(e.amount) from wallet_entries e
        where e.org_id = i.org_id and e.entity_id = i.id and e.status = 'ON_HOLD'), 0) as held_amount
    from invoices i where i.org_id = ${org.orgId} and i.id = any(${[...ids]}::text[])
    order by i.invoice_date, i.start_at, i.id collate "C"`.execute(tx);
  return rows;
}

/** The amounts that drafts hold of credits, by their ids. */
export async function readHeld(
  tx: Tx,
  org: Org,
  creditIds: readonly string[],
): Promise<Map<string, Decimal>> {
  const { rows } = await sql<{ id: string; held: Decimal }>`
    select id, hold_amount as held from credits
    where org_id = ${org.orgId} and id = any(${[...creditIds]}::text[])`.execute(tx);
  return new Map(rows.map(({ id, held }) => [id, held]));
}
