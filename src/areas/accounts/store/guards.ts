import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { InvoiceGroupDetails } from '../schema.ts';

/** Single facts of higher areas' tables that decide which changes of an account are allowed. */

/** Whether the account has any billing history: a live schedule, an invoice, a credit or a payment. */
export async function hasBillingHistory(tx: Tx, org: Org, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from schedules where org_id = ${org.orgId} and account_id = ${accountId} and mode = 'ACTIVE'
    union all
    select 1 from invoices where org_id = ${org.orgId} and account_id = ${accountId}
    union all
    select 1 from credits where org_id = ${org.orgId} and account_id = ${accountId}
    union all
    select 1 from wallet_entries where org_id = ${org.orgId} and account_id = ${accountId}
    union all
    select 1 from payments where org_id = ${org.orgId} and account_id = ${accountId}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** The first of the accounts with a schedule that runs now or begins later; draft timelines do not count. */
export async function findScheduledAccount(
  tx: Tx,
  org: Org,
  { accountIds, now }: { accountIds: readonly string[]; now: Temporal.Instant },
): Promise<string | null> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from schedules
    where org_id = ${org.orgId} and account_id = any(${[...accountIds]}) and mode = 'ACTIVE'
      and (end_at is null or end_at > ${now})
    order by account_id limit 1`.execute(tx);
  return rows[0]?.accountId ?? null;
}

/** The first of the accounts whose next invoice is still a draft; issued ones outlive the account. */
export async function findAccountWithDraftInvoice(
  tx: Tx,
  org: Org,
  accountIds: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from invoices
    where org_id = ${org.orgId} and account_id = any(${[...accountIds]}) and status = 'DRAFT'
    order by account_id limit 1`.execute(tx);
  return rows[0]?.accountId ?? null;
}

/** The first of the accounts with money in its wallet, free or held. */
export async function findAccountWithMoney(
  tx: Tx,
  org: Org,
  accountIds: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from wallets
    where org_id = ${org.orgId} and account_id = any(${[...accountIds]}) and (balance > 0 or hold_amount > 0)
    order by account_id limit 1`.execute(tx);
  return rows[0]?.accountId ?? null;
}

/**
 * A finalized invoice of the account that has counted events between the instants: always an invoice of a
 * cycle, since purchases count none.
 */
export async function findFinalizedInvoice(
  tx: Tx,
  org: Org,
  span: { accountId: string; from: Temporal.Instant; until: Temporal.Instant },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from invoices
    where org_id = ${org.orgId} and account_id = ${span.accountId} and finalizing_status = 'FINALIZED'
      and invoice_type not in ('AD_HOC', 'ADHOC_ADVANCED')
      and start_at < ${span.until} and end_at > ${span.from}
    order by start_at limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** The account's invoice group at an instant, in its present description; includes groups that have ended. */
export async function findInvoiceGroupDetails(
  tx: Tx,
  org: Org,
  { accountId, at }: { accountId: string; at: Temporal.Instant },
): Promise<InvoiceGroupDetails | null> {
  const { rows } = await sql<Omit<InvoiceGroupDetails, 'netTermDays'> & { netTermDays: number | null }>`
    select g.id, g.name, g.email, g.daily_invoice_consolidation, g.net_term_days, g.invoice_currency,
      g.address as billing_address
    from invoice_group_members m
    join invoice_groups g on g.org_id = m.org_id and g.id = m.group_id
    where m.org_id = ${org.orgId} and m.account_id = ${accountId}
      and tstzrange(m.effective_from, m.effective_until) @> ${at}::timestamptz`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { netTermDays, ...details } = row;
  return { ...details, ...(netTermDays !== null && { netTermDays }) };
}

/** Whether work of these kinds is scheduled for the account or on hold for an operator. */
export async function hasWorkLeft(
  tx: Tx,
  org: Org,
  { accountId, kinds }: { accountId: string; kinds: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    select from scheduled_work
    where org_id = ${org.orgId} and kind = any(${[...kinds]}) and key = ${accountId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** The account's current invoice group, whose members share one currency and are not drafts. */
export async function findInvoiceGroupId(tx: Tx, org: Org, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ groupId: string }>`
    select group_id from invoice_group_members
    where org_id = ${org.orgId} and account_id = ${accountId} and effective_until is null`.execute(tx);
  return rows[0]?.groupId ?? null;
}
