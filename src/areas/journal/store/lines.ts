import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
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

/** A condition on the time and the number of the entries of a source. */
type Bounds = (time: RawBuilder<unknown>, number: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * The three append-only sources, by the first letter of the ids of their lines: the transactions of credits,
 * what invoices changed, and the ledger of payments and wallets. Each reads a range of an index by time and
 * number.
 */
const SOURCES = { c: creditLines, i: invoiceLines, p: ledgerLines } as const;
const LETTERS = Object.keys(SOURCES) as (keyof typeof SOURCES)[];

/** Every line that was booked in a period. */
export function bookedLines(org: Org, { start, end }: Between): RawBuilder<BookedLine> {
  return linesWithin(org, (time) => sql`${time} >= ${start} and ${time} < ${end}`);
}

/** Every line; a condition on `booked_at` around it limits what is read. */
export function everyLine(org: Org): RawBuilder<BookedLine> {
  return linesWithin(org, () => sql`true`);
}

function linesWithin(org: Org, bounds: Bounds): RawBuilder<BookedLine> {
  return together(LETTERS.map((letter) => SOURCES[letter](org, bounds)));
}

function together(parts: readonly RawBuilder<unknown>[]): RawBuilder<BookedLine> {
  return sql<BookedLine>`(${sql.join(parts, sql` union all `)})`;
}

export interface LinesWanted {
  period: Between;
  direction: 'ASC' | 'DESC';
  /** The last line of the page before. */
  after: { bookedAt: string; id: string } | null;
  conditions: readonly Expression<SqlBool>[];
  limit: number;
}

/**
 * At most `limit` lines of each source after a line, among them all that come next in the order of time and
 * id: what a page costs does not depend on the rest of the period.
 */
export function nextLines(org: Org, wanted: LinesWanted): RawBuilder<BookedLine> {
  const { direction, after, conditions, limit } = wanted;
  const { order, beyond } = direction === 'ASC' ? FORWARD : BACKWARD;
  const last = after && sql`(${after.bookedAt}::timestamptz, ${after.id})`;
  const cursor = last ? [sql<SqlBool>`(l.booked_at, l.id collate "C") ${beyond} ${last}`] : [];
  const all = [...conditions, ...cursor];
  const where = all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``;
  const parts = LETTERS.map(
    (letter) => sql`(
      select l.* from (${SOURCES[letter](org, boundsOf(letter, wanted))}) as l ${where}
      order by l.booked_at ${order}, l.ordinal ${order}, l.part collate "C" ${order} limit ${limit})`,
  );
  return together(parts);
}

const FORWARD = { order: sql`asc`, beyond: sql`>`, from: sql`>=` };
const BACKWARD = { order: sql`desc`, beyond: sql`<`, from: sql`<=` };

/** Where an index begins to read: many entries may have the time of the cursor. */
function boundsOf(letter: string, { period, direction, after }: LinesWanted): Bounds {
  const { start, end } = period;
  if (!after) return (time) => sql`${time} >= ${start} and ${time} < ${end}`;
  const { bookedAt, id } = after;
  const isForward = direction === 'ASC';
  const { from } = isForward ? FORWARD : BACKWARD;
  const other = isForward
    ? (time: unknown) => sql`${time} < ${end}`
    : (time: unknown) => sql`${time} >= ${start}`;
  const isOfCursor = id.startsWith(letter);
  const number = id.slice(1, 1 + DIGITS);
  return (time, ordinal) =>
    isOfCursor
      ? sql`(${time}, ${ordinal}) ${from} (${bookedAt}::timestamptz, ${number}::bigint) and ${other(time)}`
      : sql`${time} ${from} ${bookedAt}::timestamptz and ${other(time)}`;
}

/** Of the number of an entry in the id of a line, which sorts as text. */
const DIGITS = 12;

function invoiceLines({ orgId }: Org, bounds: Bounds) {
  return sql`
    select 'i' || lpad(b.id::text, 12, '0') || ':' || l.key as id,
      'i' || lpad(b.id::text, 12, '0') as entry_id,
      b.booked_at, case when b.kind = 'ISSUED' and (b.amounts ->> 'REFUNDS_PAYABLE')::numeric < 0
        then 'CREDIT_NOTE_ISSUED' when b.kind in ('REFUND_STARTED', 'REFUND_FAILED') then b.kind
        else 'INVOICE_' || b.kind end as kind,
      b.currency, l.key as account, l.value::numeric as amount, b.invoice_id, null::text as payment_id,
      null::text as credit_id, i.account_id, b.id as ordinal, l.key as part
    from invoice_bookings b
    join invoices i on i.org_id = b.org_id and i.id = b.invoice_id
    cross join lateral jsonb_each_text(b.amounts) as l
    where b.org_id = ${orgId} and ${bounds(sql`b.booked_at`, sql`b.id`)}`;
}

/**
 * The book INVOICES is several accounts: what an allocation was booked against, what was sold as a top-up,
 * and what is owed to customers. A wallet never pays for a top-up, so a refund of one only takes from it.
 */
function ledgerLines({ orgId }: Org, bounds: Bounds) {
  return sql`
    select 'p' || lpad(m.id::text, 12, '0') || ':' || p.book as id,
      'p' || lpad(m.id::text, 12, '0') as entry_id, m.created_at as booked_at,
      case m.kind when 'NET_OFF' then 'WALLET_PAYMENT' when 'NEGATIVE_INVOICE' then 'CREDIT_TO_WALLET'
        when 'CONVERSION' then 'WALLET_CONVERTED' when 'REVERSAL' then 'PAYMENT_REVERSED'
        when 'REFUND' then 'REFUND_PAID' else m.kind end as kind,
      m.currency, case p.book when 'RECEIVED' then 'CASH' when 'WALLET' then 'CUSTOMER_BALANCES'
        when 'CREDITS' then 'CREDIT_GRANTS' when 'GRANTED' then 'WALLET_BONUSES'
        else case when a.id is not null then a.booked_against
          when m.kind = 'WALLET_TOPUP' or t.id is not null then 'TOPUPS' else 'REFUNDS_PAYABLE' end end
        as account,
      p.amount,
      coalesce(a.invoice_id,
        case when m.kind in ('NET_OFF', 'NEGATIVE_INVOICE', 'REFUND') then w.entity_id end) as invoice_id,
      coalesce(a.payment_id, case when m.kind in ('PAYMENT', 'REVERSAL') then w.entity_id end)
        as payment_id,
      case when m.kind = 'CONVERSION' then w.entity_id end as credit_id, m.account_id, m.id as ordinal,
      p.book as part
    from ledger_movements m
    join ledger_postings p on p.org_id = m.org_id and p.movement_id = m.id
    left join invoice_allocations a on a.org_id = m.org_id and a.movement_id = m.id
    left join wallet_entries w on w.org_id = m.org_id and w.movement_id = m.id
    left join invoices t on m.kind = 'REFUND' and t.org_id = m.org_id and t.id = w.entity_id
      and t.invoice_type = 'ADHOC_ADVANCED' and t.plan_id is null
    where m.org_id = ${orgId} and ${bounds(sql`m.created_at`, sql`m.id`)}`;
}

/** A credit that was paid for is granted against the payment, so that its grant costs nothing. */
function creditLines({ orgId }: Org, bounds: Bounds) {
  return sql`
    select 'c' || lpad(x.ordinal::text, 12, '0') || ':' || l.account as id,
      'c' || lpad(x.ordinal::text, 12, '0') as entry_id, x.created_at as booked_at,
      case x.transaction_type when 'DEBITED' then 'CREDIT_USED'
        when 'EXPIRED' then 'CREDIT_EXPIRED' when 'VOIDED' then 'CREDIT_VOIDED'
        else case when x.invoice_id is null then 'CREDIT_GRANTED' else 'CREDIT_RESTORED' end end as kind,
      c.credit_unit as currency, l.account, l.amount, x.invoice_id, null::text as payment_id, x.credit_id,
      c.account_id, x.ordinal, l.account as part
    from credit_transactions x
    join credits c on c.org_id = x.org_id and c.id = x.credit_id
    cross join lateral (values
      ('CREDITS', case when x.transaction_type = 'CREDITED' then -x.amount else x.amount end),
      (case when x.invoice_id is null then 'CREDIT_GRANTS' else 'CREDITS_APPLIED' end,
        case when x.transaction_type = 'CREDITED' then x.amount else -x.amount end)) as l (account, amount)
    where x.org_id = ${orgId} and ${bounds(sql`x.created_at`, sql`x.ordinal`)}`;
}
