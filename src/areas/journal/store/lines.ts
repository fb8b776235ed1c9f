import { type RawBuilder, sql } from 'kysely';
import type { Decimal } from '#core/decimal.ts';
import type { LedgerAccount } from '#core/ledger-accounts.ts';
import type { Org } from '#platform/http/operation.ts';
import type { ENTRY_KINDS } from '../schema.ts';

export interface BookedLine {
  id: string;
  entryId: string;
  bookedAt: Temporal.Instant;
  kind: (typeof ENTRY_KINDS)[number];
  currency: string;
  account: LedgerAccount;
  /** Debits are positive. */
  amount: Decimal;
  invoiceId: string | null;
  paymentId: string | null;
  creditId: string | null;
  accountId: string | null;
}

interface Between {
  start: Temporal.Instant;
  end: Temporal.Instant;
}

/**
 * Every line that was booked in a period, from three append-only sources: what invoices changed, the ledger
 * of payments and wallets, and the transactions of credits. Each reads a range of an index by time.
 */
export function bookedLines(org: Org, period: Between): RawBuilder<BookedLine> {
  return sql<BookedLine>`(
    ${invoiceLines(org, period)} union all ${ledgerLines(org, period)}
    union all ${creditLines(org, period)})`;
}

function invoiceLines({ orgId }: Org, { start, end }: Between) {
  return sql`
    select 'i' || lpad(b.id::text, 12, '0') || ':' || l.key as id,
      'i' || lpad(b.id::text, 12, '0') as entry_id,
      b.booked_at, case when b.kind = 'ISSUED' and (b.amounts ->> 'REFUNDS_PAYABLE')::numeric < 0
        then 'CREDIT_NOTE_ISSUED' when b.kind in ('REFUND_STARTED', 'REFUND_FAILED') then b.kind
        else 'INVOICE_' || b.kind end as kind,
      b.currency, l.key as account, l.value::numeric as amount, b.invoice_id, null::text as payment_id,
      null::text as credit_id, i.account_id
    from invoice_bookings b
    join invoices i on i.org_id = b.org_id and i.id = b.invoice_id
    cross join lateral jsonb_each_text(b.amounts) as l
    where b.org_id = ${orgId} and b.booked_at >= ${start} and b.booked_at < ${end}`;
}

/**
 * The book INVOICES is several accounts: what an allocation was booked against, what was sold as a top-up,
 * and what is owed to customers. A wallet never pays for a top-up, so a refund of one only takes from it.
 */
function ledgerLines({ orgId }: Org, { start, end }: Between) {
  return sql`
    select 'p' || lpad(m.id::text, 12, '0') || ':' || p.book, 'p' || lpad(m.id::text, 12, '0'),
      m.created_at,
      case m.kind when 'NET_OFF' then 'WALLET_PAYMENT' when 'NEGATIVE_INVOICE' then 'CREDIT_TO_WALLET'
        when 'CONVERSION' then 'WALLET_CONVERTED' when 'REVERSAL' then 'PAYMENT_REVERSED'
        when 'REFUND' then 'REFUND_PAID' else m.kind end,
      m.currency, case p.book when 'RECEIVED' then 'CASH' when 'WALLET' then 'CUSTOMER_BALANCES'
        when 'CREDITS' then 'CREDIT_GRANTS' when 'GRANTED' then 'WALLET_BONUSES'
        else case when a.id is not null then a.booked_against
          when m.kind = 'WALLET_TOPUP' or t.id is not null then 'TOPUPS' else 'REFUNDS_PAYABLE' end end,
      p.amount,
      coalesce(a.invoice_id,
        case when m.kind in ('NET_OFF', 'NEGATIVE_INVOICE', 'REFUND') then w.entity_id end),
      coalesce(a.payment_id, case when m.kind in ('PAYMENT', 'REVERSAL') then w.entity_id end),
      case when m.kind = 'CONVERSION' then w.entity_id end, m.account_id
    from ledger_movements m
    join ledger_postings p on p.org_id = m.org_id and p.movement_id = m.id
    left join invoice_allocations a on a.org_id = m.org_id and a.movement_id = m.id
    left join wallet_entries w on w.org_id = m.org_id and w.movement_id = m.id
    left join invoices t on m.kind = 'REFUND' and t.org_id = m.org_id and t.id = w.entity_id
      and t.invoice_type = 'ADHOC_ADVANCED' and t.plan_id is null
    where m.org_id = ${orgId} and m.created_at >= ${start} and m.created_at < ${end}`;
}

/** A credit that was paid for is granted against the payment, so that its grant costs nothing. */
function creditLines({ orgId }: Org, { start, end }: Between) {
  return sql`
    select 'c' || lpad(x.ordinal::text, 12, '0') || ':' || l.account,
      'c' || lpad(x.ordinal::text, 12, '0'), x.created_at,
      case x.transaction_type when 'DEBITED' then 'CREDIT_USED'
        when 'EXPIRED' then 'CREDIT_EXPIRED' when 'VOIDED' then 'CREDIT_VOIDED'
        else case when x.invoice_id is null then 'CREDIT_GRANTED' else 'CREDIT_RESTORED' end end,
      c.credit_unit, l.account, l.amount, x.invoice_id, null, x.credit_id, c.account_id
    from credit_transactions x
    join credits c on c.org_id = x.org_id and c.id = x.credit_id
    cross join lateral (values
      ('CREDITS', case when x.transaction_type = 'CREDITED' then -x.amount else x.amount end),
      (case when x.invoice_id is null then 'CREDIT_GRANTS' else 'CREDITS_APPLIED' end,
        case when x.transaction_type = 'CREDITED' then x.amount else -x.amount end)) as l (account, amount)
    where x.org_id = ${orgId} and x.created_at >= ${start} and x.created_at < ${end}`;
}
