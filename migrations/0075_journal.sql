-- The journal (docs/decisions/0137): what invoices change in the books, at the instant at which it was booked. The
-- other entries are read from the ledger of payments and wallets and from the transactions of credits, which are
-- append-only too: no day that is over ever changes.

-- Which account a leaf of the tree of an invoice belongs to; null: it is the sum of the lines below it.
create function journal_account_of(line_type text) returns text language sql immutable as $$
  select case
    when line_type in ('GRAND_TOTAL_AMOUNT', 'TOTAL_AMOUNT', 'NET_AMOUNT', 'GROSS_AMOUNT', 'PRICE_PLAN_AMOUNT',
      'SUB_TOTAL_AMOUNT', 'TOTAL_ADVANCED_FEES', 'TOTAL_PURCHASE_AMOUNT', 'CUSTOM_TAG') then null
    when line_type = 'TOTAL_TAX_AMOUNT' then 'TAXES'
    when line_type = 'TOTAL_CREDITS' then 'CREDITS_APPLIED'
    when line_type in ('USAGE_RATE_CARD_AMOUNT', 'ENTITLEMENT_OVERAGE_RATE_CARD_AMOUNT', 'USAGE_CYCLE_AMOUNT')
      then 'REVENUE_USAGE'
    when line_type in ('FIXED_FEE_RATE_CARD_AMOUNT', 'ADVANCED_FIXED_FEE', 'TRUE_UP_AMOUNT',
      'BILLING_ENTITLEMENT_RATE_CARD_AMOUNT', 'ADVANCED_BILLING_ENTITLEMENT_RATE_CARD_AMOUNT') then 'REVENUE_FEES'
    when line_type in ('LICENSE_RATE_CARD_AMOUNT', 'ADVANCED_LICENSE_RATE_CARD_AMOUNT') then 'REVENUE_LICENSES'
    when line_type in ('CREDIT_GRANT_RATE_CARD_AMOUNT', 'ADVANCED_CREDIT_GRANT_RATE_CARD_AMOUNT')
      then 'REVENUE_CREDITS'
    when line_type = 'TOTAL_MISCELLANEOUS_CHARGES' then 'REVENUE_CHARGES'
    else 'REVENUE_OTHER'
  end
$$;

-- The amounts of a document by account; together they are its total, whatever its lines are.
create function journal_amounts_of(document jsonb, total numeric)
returns table (account text, amount numeric) language sql immutable as $$
  with recursive line (item, account) as (
    select document -> 'revenueInfo', null::text
    union all
    select child.value, journal_account_of(child.value ->> 'type')
    from line, jsonb_array_elements(line.item -> 'lineItems') as child
    where line.account is null),
  part as (
    select line.account, (line.item ->> 'value')::numeric as amount from line where line.account is not null),
  every as (
    select * from part
    union all select 'REVENUE_OTHER', total - coalesce((select sum(amount) from part), 0))
  select every.account, sum(every.amount) from every group by 1 having sum(every.amount) <> 0
$$;

create function journal_balance(amounts jsonb) returns numeric language sql immutable as $$
  select coalesce(sum(value::numeric), 0) from jsonb_each_text(amounts)
$$;

create table invoice_bookings (
  org_id     integer not null references organizations,
  id         bigint generated always as identity,
  invoice_id text not null,
  kind       text not null check (kind in ('ISSUED', 'VOIDED', 'WRITTEN_OFF', 'REFUND_STARTED', 'REFUND_FAILED')),
  currency   text not null,
  amounts    jsonb not null check (amounts <> '{}' and journal_balance(amounts) = 0), -- debits positive
  receivable numeric not null generated always as (coalesce((amounts ->> 'RECEIVABLES')::numeric, 0)) stored,
  booked_at  timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id)
);
create index invoice_bookings_by_time on invoice_bookings (org_id, booked_at, id);
create index invoice_bookings_of_invoice on invoice_bookings (org_id, invoice_id, id);
select protect_table('invoice_bookings');
select portal_wall_by('invoice_bookings', 'false');
create trigger keep_credit_ledger before update or delete on invoice_bookings
  for each row execute function keep_credit_ledger();

-- What a payment of an invoice reduces: what is owed, what was paid for an order, or what had been given up.
alter table invoice_allocations add column booked_against text not null default 'RECEIVABLES'
  check (booked_against in ('RECEIVABLES', 'ORDER_PREPAYMENTS', 'BAD_DEBTS'));
create index invoice_allocations_of_movement on invoice_allocations (org_id, movement_id);
create index invoice_allocations_by_time on invoice_allocations (org_id, created_at, id);
create index ledger_movements_by_time on ledger_movements (org_id, created_at, id);
create index credit_transactions_by_time on credit_transactions (org_id, created_at, ordinal);
create index wallet_entries_of_movement on wallet_entries (org_id, movement_id) where movement_id is not null;

-- Before the status of the invoice follows: it still says what is paid.
create function book_allocation() returns trigger language plpgsql as $$
begin
  select case when i.invoice_class = 'ORDER' then 'ORDER_PREPAYMENTS'
    when i.status = 'UN_COLLECTIBLE' then 'BAD_DEBTS' else 'RECEIVABLES' end into new.booked_against
  from invoices i where i.org_id = new.org_id and i.id = new.invoice_id;
  return new;
end $$;
create trigger book_allocation before insert on invoice_allocations
  for each row execute function book_allocation();

-- The entry of an issued invoice: its revenue and taxes, against what is then owed. What is negative is owed to the
-- customer; what an order was paid with has been received.
create function journal_issue(issued invoices, was_order boolean) returns jsonb language sql stable as $$
  with leg as (
    select case when issued.invoice_type = 'ADHOC_ADVANCED' and issued.plan_id is null and account like 'REVENUE%'
      then 'TOPUPS' else account end as account, -amount as amount
    from journal_amounts_of(issued.document::jsonb, issued.total_amount)
    union all
    select case when was_order then 'ORDER_PREPAYMENTS' when issued.total_amount < 0 then 'REFUNDS_PAYABLE'
      else 'RECEIVABLES' end, issued.total_amount where issued.total_amount <> 0),
  total as (select account, sum(amount) as amount from leg group by 1 having sum(amount) <> 0)
  select coalesce(jsonb_object_agg(account, amount), '{}') from total
$$;

create function insert_booking(booked invoices, booking_kind text, booking jsonb) returns void language plpgsql as $$
declare
  parts jsonb := (select coalesce(jsonb_object_agg(key, value::numeric), '{}') from jsonb_each_text(booking)
    where value::numeric <> 0);
begin
  if parts <> '{}' then
    insert into invoice_bookings (org_id, invoice_id, kind, currency, amounts, booked_at)
    values (booked.org_id, booked.id, booking_kind, booked.currency, parts, booked.updated_at);
  end if;
end $$;

-- Payments are not here: their allocations are booked by themselves.
create function book_invoice() returns trigger language plpgsql as $$
declare
  open numeric := new.total_amount - new.paid_amount;
  refund numeric := coalesce((new.metadata ->> 'refundAmount')::numeric, 0);
  issue jsonb;
begin
  if old.invoice_class = 'ORDER' and new.invoice_class = 'INVOICE' then
    perform insert_booking(new, 'ISSUED', journal_issue(new, true));
  elsif new.invoice_class <> 'INVOICE' or new.sequence_id is null then
    return null;
  elsif old.status = 'DRAFT' and new.status <> 'VOID' then
    perform insert_booking(new, 'ISSUED', journal_issue(new, false));
  elsif new.status = 'VOID' and old.status in ('DUE', 'UN_COLLECTIBLE') then
    select jsonb_object_agg(case when key = 'RECEIVABLES' and old.status = 'UN_COLLECTIBLE' then 'BAD_DEBTS' else key end,
      -value::numeric) into issue from jsonb_each_text(journal_issue(new, false));
    perform insert_booking(new, 'VOIDED', coalesce(issue, '{}'));
  elsif new.status = 'UN_COLLECTIBLE' and old.status in ('DUE', 'PARTIALLY_PAID') then
    perform insert_booking(new, 'WRITTEN_OFF', jsonb_build_object('BAD_DEBTS', open, 'RECEIVABLES', -open));
  elsif new.status = 'REFUND_INITIATED' and old.status in ('PAID', 'PARTIALLY_PAID') then
    perform insert_booking(new, 'REFUND_STARTED', jsonb_build_object('REFUNDS', refund + open,
      'REFUNDS_PAYABLE', -refund, 'RECEIVABLES', -open));
  elsif old.status = 'REFUND_INITIATED' and new.status in ('PAID', 'PARTIALLY_PAID') then
    perform insert_booking(new, 'REFUND_FAILED', jsonb_build_object('REFUNDS', -refund - open,
      'REFUNDS_PAYABLE', refund, 'RECEIVABLES', open));
  end if;
  return null;
end $$;
create trigger book_invoice after update of status, invoice_class on invoices
  for each row when ((old.status, old.invoice_class) is distinct from (new.status, new.invoice_class))
  execute function book_invoice();

do $$
begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    revoke update, delete on invoice_bookings from tallymark_app;
  end if;
end $$;

-- What was issued before this release is booked on the day of its invoice; what ended otherwise, when it last changed.
create function wall_of_owner(forced boolean) returns void language plpgsql as $$
declare
  name text;
begin
  foreach name in array array['invoices', 'invoice_allocations', 'invoice_bookings'] loop
    execute format('alter table %I %s row level security', name, case when forced then 'force' else 'no force' end);
  end loop;
end $$;
select wall_of_owner(false);
alter table invoice_allocations disable trigger keep_credit_ledger;
update invoice_allocations a set booked_against = 'ORDER_PREPAYMENTS'
from invoices i
where i.org_id = a.org_id and i.id = a.invoice_id and (i.invoice_class = 'ORDER' or i.metadata ? 'orderNumber');
alter table invoice_allocations enable trigger keep_credit_ledger;

create function book_older_invoice(older invoices) returns void language plpgsql as $$
declare
  was_order boolean := older.metadata ? 'orderNumber';
  issued invoices := older;
  open numeric := older.total_amount - older.paid_amount;
  refund numeric := coalesce((older.metadata ->> 'refundAmount')::numeric, 0);
begin
  issued.updated_at := least(older.updated_at, case when was_order or older.invoice_type <> 'COMPOSITE'
    then older.invoice_date else older.generated_at end);
  perform insert_booking(issued, 'ISSUED', journal_issue(older, was_order));
  if older.status = 'VOID' then
    perform insert_booking(older, 'VOIDED', (select jsonb_object_agg(key, -value::numeric)
      from jsonb_each_text(journal_issue(older, was_order))));
  elsif older.status = 'UN_COLLECTIBLE' then
    perform insert_booking(older, 'WRITTEN_OFF', jsonb_build_object('BAD_DEBTS', open, 'RECEIVABLES', -open));
  elsif older.status in ('REFUND_INITIATED', 'REFUND_COMPLETED') and older.total_amount > 0 then
    perform insert_booking(older, 'REFUND_STARTED', jsonb_build_object('REFUNDS', refund + open,
      'REFUNDS_PAYABLE', -refund, 'RECEIVABLES', -open));
  end if;
end $$;
do $$
begin
  perform book_older_invoice(i) from (select * from invoices
    where status not in ('DRAFT', 'MERGED') and invoice_class = 'INVOICE' and sequence_id is not null
      and finalizing_status = 'FINALIZED'
    order by org_id, invoice_date, id) as i;
end $$;
drop function book_older_invoice(invoices);
select wall_of_owner(true);
drop function wall_of_owner(boolean);
