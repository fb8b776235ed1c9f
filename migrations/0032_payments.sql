-- Payments: what was received, where it went, and what every invoice was paid with.

-- Wallets hold money for drafts. `balance` is what is free; what is held stands beside it.
alter table wallets add column hold_amount numeric(38, 4) not null default 0 check (hold_amount >= 0);
select audit_table('wallets', 'WALLET', '{account_id}', quiet => '{balance, hold_amount}');

alter table wallet_entries
  add column status text not null default 'COMPLETED' check (status in ('COMPLETED', 'ON_HOLD')),
  -- Of an entry that holds money for a draft: as much as it comes to, and no more than this.
  add column requested numeric(38, 4) check (requested >= 0),
  alter column movement_id drop not null,
  drop constraint wallet_entries_amount_check,
  add constraint wallet_entries_amount_check
    check (amount > 0 or (amount = 0 and requested is not null and transaction_type = 'DEBITED')),
  -- What is held is still owed to the wallet: only what is taken out moves in the ledger.
  add constraint wallet_entries_move check ((movement_id is null) = (status = 'ON_HOLD' or amount = 0)),
  add constraint wallet_entries_hold
    check (status = 'COMPLETED' or (requested is not null and transaction_type = 'DEBITED'));
create unique index wallet_entries_holds on wallet_entries (org_id, entity_id) where status = 'ON_HOLD';

create or replace function follow_wallet_entry() returns trigger language plpgsql as $$
declare
  change numeric := case new.transaction_type when 'CREDITED' then new.amount else -new.amount end;
  held numeric := case new.status when 'ON_HOLD' then new.amount else 0 end;
begin
  if tg_op = 'UPDATE' then
    change := change + old.amount;
    held := held - case old.status when 'ON_HOLD' then old.amount else 0 end;
  end if;
  update wallets set balance = balance + change, hold_amount = hold_amount + held,
    updated_at = new.created_at, row_version = row_version + 1
  where org_id = new.org_id and account_id = new.account_id
  returning balance into new.closing_balance;
  return new;
end $$;
drop trigger follow_wallet_entry on wallet_entries;
create trigger follow_wallet_entry before insert or update on wallet_entries
  for each row execute function follow_wallet_entry();

-- A hold follows its draft until it is taken or given back, once.
drop trigger keep_credit_ledger on wallet_entries;
create trigger keep_credit_ledger before delete on wallet_entries
  for each row execute function keep_credit_ledger();
create trigger keep_wallet_entry before update on wallet_entries
  for each row when (old.status = 'COMPLETED' or (old.org_id, old.id, old.account_id, old.entity_id)
    is distinct from (new.org_id, new.id, new.account_id, new.entity_id))
  execute function keep_credit_ledger();
do $$
begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    grant update (status, requested, amount, movement_id, ordinal, description, created_at, closing_balance)
      on wallet_entries to tallymark_app;
  end if;
end $$;

alter table ledger_movements drop constraint ledger_movements_kind_check, add constraint ledger_movements_kind_check
  check (kind in ('WALLET_TOPUP', 'PAYMENT', 'NET_OFF', 'NEGATIVE_INVOICE', 'CONVERSION', 'REVERSAL', 'REFUND'));
alter table ledger_postings drop constraint ledger_postings_book_check, add constraint ledger_postings_book_check
  check (book in ('RECEIVED', 'WALLET', 'INVOICES', 'CREDITS', 'GRANTED'));

-- What was received outside of the platform. It never changes but for being taken back, which is its version 2.
create table payments (
  org_id                integer not null references organizations,
  id                    text not null,
  account_id            text not null,
  source_type           text not null check (source_type in ('GATEWAY', 'CASH', 'CHEQUE', 'BANK_TRANSFER', 'CARD')),
  source_name           text not null,
  transaction_number    text not null,
  reference_description text,
  reference_metadata    jsonb,
  description           text,
  notes                 text,
  currency              text not null,
  total_amount          numeric(38, 4) not null check (total_amount > 0),
  created_by            text not null,
  created_at            timestamptz not null,
  status                text not null default 'RECORDED' check (status in ('RECORDED', 'REVERSED')),
  reversed_at           timestamptz,
  reversed_by           text,
  reversal_reason       text,
  row_version           integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  check ((status = 'REVERSED') = (reversed_at is not null and reversed_by is not null))
);
-- Whatever is sent twice is recorded once; what was taken back may be recorded again.
create unique index payments_reference on payments (org_id, account_id, source_type, source_name, transaction_number)
  where status = 'RECORDED';
create index payments_by_age on payments (org_id, created_at desc, id collate "C");
create index payments_of_account on payments (org_id, account_id, created_at desc, id collate "C");
select protect_table('payments');
select portal_wall_by('payments', 'false');
select audit_table('payments', 'PAYMENT', '{id}');

create function keep_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status = 'REVERSED' or (to_jsonb(new) - array['status', 'reversed_at', 'reversed_by',
      'reversal_reason', 'row_version']) is distinct from (to_jsonb(old) - array['status', 'reversed_at',
      'reversed_by', 'reversal_reason', 'row_version']) then
    raise exception 'payment % is never changed', old.id using errcode = 'TM001';
  end if;
  return new;
end $$;
create trigger keep_payment before update or delete on payments for each row execute function keep_payment();

-- Where the money of a payment went; together they are all of it.
create table payment_records (
  org_id     integer not null references organizations,
  payment_id text not null,
  record_order integer not null,
  type       text not null check (type in ('INVOICE', 'CREDIT', 'WALLET_CREDIT')),
  target_id  text not null,
  amount     numeric(38, 4) not null check (amount >= 0),
  is_hold    boolean not null default false, -- in the wallet, held for a draft
  primary key (org_id, payment_id, record_order),
  foreign key (org_id, payment_id) references payments (org_id, id)
);
create index payment_records_of_target on payment_records (org_id, target_id);
select protect_table('payment_records');
select portal_wall_by('payment_records', 'false');
create trigger keep_credit_ledger before update or delete on payment_records
  for each row execute function keep_credit_ledger();

-- What paid for an invoice, and what was taken back of that.
create table invoice_allocations (
  org_id      integer not null references organizations,
  id          bigint generated always as identity,
  invoice_id  text not null,
  account_id  text not null, -- who paid
  kind        text not null check (kind in ('PAYMENT', 'WALLET', 'REVERSAL')),
  payment_id  text,
  movement_id bigint not null,
  reverses    bigint,
  amount      numeric(42, 4) not null,
  created_at  timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id),
  foreign key (org_id, payment_id) references payments (org_id, id),
  foreign key (org_id, movement_id) references ledger_movements (org_id, id),
  foreign key (org_id, reverses) references invoice_allocations (org_id, id),
  -- Whoever takes back twice is stopped here.
  unique (org_id, reverses),
  check (case kind when 'REVERSAL' then amount < 0 and reverses is not null else amount > 0 and reverses is null end),
  check (kind <> 'PAYMENT' or payment_id is not null)
);
create index invoice_allocations_of_invoice on invoice_allocations (org_id, invoice_id, id);
create index invoice_allocations_of_payment on invoice_allocations (org_id, payment_id) where payment_id is not null;
select protect_table('invoice_allocations');
select portal_wall_by('invoice_allocations', 'false');
create trigger keep_credit_ledger before update or delete on invoice_allocations
  for each row execute function keep_credit_ledger();
do $$
begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    revoke delete on payments from tallymark_app;
    revoke update, delete on payment_records, invoice_allocations from tallymark_app;
  end if;
end $$;

-- A login that is itself subject to the walls would see nothing of what it reads here.
create function wall_of_owner(forced boolean) returns void language plpgsql as $$
declare
  name text;
begin
  foreach name in array array['accounts', 'invoices', 'wallets', 'ledger_movements', 'ledger_postings', 'payments',
    'payment_records', 'invoice_allocations']
  loop
    execute format('alter table %I %s row level security', name, case when forced then 'force' else 'no force' end);
  end loop;
end $$;
select wall_of_owner(false);

-- Such a login has made no wallets for the accounts that it did not see.
insert into wallets (org_id, account_id, id, effective_from, created_at, updated_at)
select org_id, id, 'wal.' || replace(gen_random_uuid()::text, '-', ''), created_at, created_at, created_at
from accounts where status <> 'DRAFT'
on conflict (org_id, account_id) do nothing;

-- Orders that were paid before payments were recorded were paid by hand.
alter table ledger_movements disable trigger check_movement_balances;
alter table ledger_postings disable trigger check_movement_balances;
do $$
declare
  paid record;
  movement bigint;
begin
  for paid in select * from invoices where paid_amount > 0 and account_id is not null loop
    insert into ledger_movements (org_id, account_id, kind, currency, postings, created_at)
    values (paid.org_id, paid.account_id, 'PAYMENT', paid.currency, 2, paid.updated_at) returning id into movement;
    insert into ledger_postings values (paid.org_id, movement, 'RECEIVED', paid.paid_amount),
      (paid.org_id, movement, 'INVOICES', -paid.paid_amount);
    insert into payments (org_id, id, account_id, source_type, source_name, transaction_number, currency, total_amount,
      created_by, created_at)
    values (paid.org_id, 'payment.' || replace(gen_random_uuid()::text, '-', ''), paid.account_id, 'CASH', 'MANUAL',
      paid.id, paid.currency, paid.paid_amount, 'migration', paid.updated_at);
    insert into payment_records (org_id, payment_id, record_order, type, target_id, amount)
    select paid.org_id, id, 1, 'INVOICE', paid.id, paid.paid_amount from payments
    where org_id = paid.org_id and transaction_number = paid.id;
    insert into invoice_allocations (org_id, invoice_id, account_id, kind, payment_id, movement_id, amount, created_at)
    select paid.org_id, paid.id, paid.account_id, 'PAYMENT', id, movement, paid.paid_amount, paid.updated_at
    from payments where org_id = paid.org_id and transaction_number = paid.id;
  end loop;
end $$;
alter table ledger_movements enable trigger check_movement_balances;
alter table ledger_postings enable trigger check_movement_balances;
select wall_of_owner(true);
drop function wall_of_owner(boolean);

-- Whatever runs at the same time: nobody pays more than there is to pay.
alter table invoices add constraint invoices_not_overpaid
  check (paid_amount >= 0 and paid_amount <= greatest(total_amount, 0));

-- At the end of the transaction: an invoice is paid with what was allocated to it, and its status says so.
create function check_invoice_paid() returns trigger language plpgsql as $$
declare
  touched text;
  invoice record;
begin
  if tg_table_name = 'invoices' then touched := new.id; else touched := new.invoice_id; end if;
  select i.status, i.total_amount, i.paid_amount, coalesce(sum(a.amount), 0) as allocated into invoice
  from invoices i left join invoice_allocations a on a.org_id = i.org_id and a.invoice_id = i.id
  where i.org_id = new.org_id and i.id = touched group by i.org_id, i.id;
  if invoice.paid_amount <> invoice.allocated then
    raise exception 'invoice % is paid with % and not with %', touched, invoice.allocated, invoice.paid_amount
      using errcode = 'TM002';
  elsif not (case invoice.status
      when 'PAID' then invoice.paid_amount = greatest(invoice.total_amount, 0)
      when 'PARTIALLY_PAID' then invoice.paid_amount > 0 and invoice.paid_amount < invoice.total_amount
      when 'UN_COLLECTIBLE' then invoice.paid_amount < invoice.total_amount
      when 'REFUND_INITIATED' then true
      when 'REFUND_COMPLETED' then true
      else invoice.paid_amount = 0 end) then
    raise exception 'invoice % is % with % of % paid', touched, invoice.status, invoice.paid_amount, invoice.total_amount
      using errcode = 'TM002';
  end if;
  return null;
end $$;
create constraint trigger check_invoice_paid after insert on invoice_allocations deferrable initially deferred
  for each row execute function check_invoice_paid();
create constraint trigger check_invoice_paid after update on invoices deferrable initially deferred
  for each row when ((old.status, old.paid_amount) is distinct from (new.status, new.paid_amount)
    and (old.paid_amount > 0 or new.paid_amount > 0 or new.status in ('PAID', 'PARTIALLY_PAID')))
  execute function check_invoice_paid();

-- Money for a wallet is bought without a plan: so much goes in, for the price of its order.
alter table purchases
  add column topup_amount numeric(38, 4) check (topup_amount > 0),
  alter column plan_id drop not null,
  alter column plan_version drop not null,
  drop constraint purchases_type_check,
  add constraint purchases_type_check check (type in ('ENTITLEMENT_GRANT', 'ASSOCIATION', 'PREPAID', 'WALLET_TOPUP')),
  add constraint purchases_of_plan_or_wallet check (case type
    when 'WALLET_TOPUP' then topup_amount is not null and plan_id is null and plan_version is null
    else topup_amount is null and plan_id is not null and plan_version is not null end);
select audit_table('purchases', 'PURCHASE', '{id}', omitted => '{request}');
