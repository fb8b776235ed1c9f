import { type RawBuilder, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import type { STATEMENT_KINDS } from '../schema-statement.ts';

export type DebtorType = 'CUSTOMER' | 'ACCOUNT' | 'INVOICE_GROUP';

export interface Debtor {
  type: DebtorType;
  id: string;
}

export interface StatementRow {
  bookedAt: Temporal.Instant;
  kind: (typeof STATEMENT_KINDS)[number];
  amount: Decimal;
  invoiceId: string;
  sequenceId: string | null;
  paymentId: string | null;
}

interface Wanted {
  debtor: Debtor;
  currency: string;
}

export async function findDebtorName(tx: Tx, org: Org, { type, id }: Debtor): Promise<string | null> {
  const table = { CUSTOMER: 'customers', ACCOUNT: 'accounts', INVOICE_GROUP: 'invoice_groups' }[type];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} where org_id = ${org.orgId} and id = ${id}`.execute(tx);
  return rows[0]?.name ?? null;
}

/** The invoices of receivables that a debtor has: those of a customer are of its accounts. */
function isOwedBy({ orgId }: Org, { type, id }: Debtor): RawBuilder<boolean> {
  switch (type) {
    case 'ACCOUNT':
      return sql`i.account_id = ${id}`;
    case 'INVOICE_GROUP':
      return sql`i.owner_id = ${id} and i.customer_id is null and i.group_id = ${id}`;
    case 'CUSTOMER':
      return sql`i.customer_id = ${id} and i.account_id = any(
        array(select a.id from accounts a where a.org_id = ${orgId} and a.customer_id = ${id}))`;
    default:
      return type satisfies never;
  }
}

/** Everything that changed what a debtor owes. */
function changes(org: Org, { debtor, currency }: Wanted): RawBuilder<StatementRow> {
  const owned = sql`i.org_id = ${org.orgId} and i.currency = ${currency} and ${isOwedBy(org, debtor)}`;
  return sql<StatementRow>`(
    select b.booked_at,
      case when b.kind in ('REFUND_STARTED', 'REFUND_FAILED') then b.kind else 'INVOICE_' || b.kind end
        as kind,
      b.receivable as amount, i.id as invoice_id, i.sequence_id, null::text as payment_id, 0 as source,
      b.id as ordinal
    from invoices i join invoice_bookings b on b.org_id = i.org_id and b.invoice_id = i.id
    where ${owned} and b.receivable <> 0
    union all
    select a.created_at,
      case a.kind when 'WALLET' then 'WALLET_PAYMENT' when 'REVERSAL' then 'PAYMENT_REVERSED'
        else a.kind end,
      -a.amount, i.id, i.sequence_id, a.payment_id, 1, a.id
    from invoices i join invoice_allocations a on a.org_id = i.org_id and a.invoice_id = i.id
    where ${owned} and a.booked_against = 'RECEIVABLES')`;
}

/** What a debtor owed at an instant. */
export async function sumOwedBefore(
  tx: Tx,
  org: Org,
  { before, ...wanted }: Wanted & { before: Temporal.Instant },
): Promise<Decimal> {
  const { rows } = await sql<{ amount: Decimal }>`
    select coalesce(sum(c.amount), 0) as amount from ${changes(org, wanted)} as c
    where c.booked_at < ${before}`.execute(tx);
  return (rows[0] as { amount: Decimal }).amount;
}

/** The changes of a period, oldest first; one more than `limit` if there are more. */
export async function listChanges(
  tx: Tx,
  org: Org,
  {
    start,
    end,
    limit,
    ...wanted
  }: Wanted & { start: Temporal.Instant; end: Temporal.Instant; limit: number },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select c.booked_at, c.kind, c.amount, c.invoice_id, c.sequence_id, c.payment_id
    from ${changes(org, wanted)} as c
    where c.booked_at >= ${start} and c.booked_at < ${end}
    order by c.booked_at, c.source, c.ordinal limit ${limit + 1}`.execute(tx);
  return rows;
}

/** The last invoice of a debtor: its seller, language and layout are those of the printed statement. */
export async function findLastInvoiceId(tx: Tx, org: Org, wanted: Wanted): Promise<string | null> {
  const { debtor, currency } = wanted;
  const { rows } = await sql<{ id: string }>`
    select i.id from invoices i
    where i.org_id = ${org.orgId} and i.currency = ${currency} and ${isOwedBy(org, debtor)}
      and i.finalizing_status = 'FINALIZED' and i.invoice_class = 'INVOICE' and i.sequence_id is not null
    order by i.invoice_date desc, i.id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}
