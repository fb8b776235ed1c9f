-- Granted credits: what they are for, what drafts hold of them and what invoices consumed.
create table credits (
  org_id                integer not null references organizations,
  id                    text not null,
  account_id            text not null,
  customer_id           text not null,
  purpose               text not null,
  applicable_entity_ids text[] not null,       -- billables and groups of them; empty: everything
  effective_from        date not null,         -- local days of the organization, both inclusive
  effective_until       date,                  -- null: forever
  credit_amount         numeric(38, 4) not null check (credit_amount > 0),
  consumed_amount       numeric(38, 4) not null default 0 check (consumed_amount >= 0),
  forfeited_amount      numeric(38, 4) not null default 0 check (forfeited_amount >= 0),
  hold_amount           numeric(38, 4) not null default 0 check (hold_amount >= 0), -- kept by follow_credit_holds
  is_applicable         boolean not null default false, -- may pay a line of a draft that exists now
  priority              smallint not null check (priority between 1 and 100),
  status                text not null check (status in ('ACTIVE', 'CONSUMED', 'EXPIRED', 'VOIDED')),
  credit_unit           text not null,
  grantor_id            text,
  idempotency_key       text,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  row_version           integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  foreign key (org_id, customer_id) references customers (org_id, id),
  check (effective_until >= effective_from),
  -- Whatever runs at the same time: no credit is spent twice, and drafts hold only what is there.
  constraint credits_not_overdrawn check (consumed_amount + forfeited_amount <= credit_amount),
  constraint credits_not_overheld check (hold_amount <= credit_amount - consumed_amount - forfeited_amount),
  constraint credits_active_while_something_remains
    check ((status = 'ACTIVE') = (consumed_amount + forfeited_amount < credit_amount)),
  -- Permanent: two requests racing with one key end in one credit.
  constraint credits_idempotency_key unique (org_id, account_id, idempotency_key)
);
create index credits_listed on credits (org_id, created_at desc, id collate "C");
create index credits_by_id on credits (org_id, id collate "C");
create index credits_of_account on credits (org_id, account_id, created_at desc, id collate "C");
-- What is left to spend, among years of spent grants.
create index credits_active on credits (org_id, account_id, id collate "C") where status = 'ACTIVE';
select protect_table('credits');

-- What happened to the amount of a credit. Nothing is ever changed or taken away.
create table credit_transactions (
  org_id           integer not null references organizations,
  ordinal          bigint generated always as identity,
  id               text not null,
  credit_id        text not null,
  transaction_type text not null check (transaction_type in ('CREDITED', 'DEBITED', 'EXPIRED', 'VOIDED')),
  invoice_id       text,
  entity_id        text,
  amount           numeric(38, 4) not null check (amount > 0),
  created_at       timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, credit_id) references credits (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id)
);
create index credit_transactions_of_credit on credit_transactions (org_id, credit_id, ordinal);
-- An invoice debits a credit once and gives back once, however often it is finalized or voided again.
create unique index credit_transactions_once on credit_transactions
  (org_id, invoice_id, credit_id, transaction_type) where invoice_id is not null;
select protect_table('credit_transactions');

-- What each draft would take of a credit if it were finalized now; made anew with the drafts.
create table credit_holds (
  org_id     integer not null references organizations,
  credit_id  text not null,
  invoice_id text not null,
  amount     numeric(38, 4) not null check (amount > 0),
  primary key (org_id, credit_id, invoice_id),
  foreign key (org_id, credit_id) references credits (org_id, id),
  -- A draft that is deleted holds nothing any more.
  foreign key (org_id, invoice_id) references invoices (org_id, id) on delete cascade
);
create index credit_holds_of_invoice on credit_holds (org_id, invoice_id);
select protect_table('credit_holds');

-- The sum stands on the credit, where a check can compare it with what remains.
create function follow_credit_holds() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update credits set hold_amount = hold_amount - old.amount where org_id = old.org_id and id = old.credit_id;
  end if;
  if tg_op <> 'DELETE' then
    update credits set hold_amount = hold_amount + new.amount where org_id = new.org_id and id = new.credit_id;
  end if;
  return null;
end $$;
create trigger follow_credit_holds after insert or update or delete on credit_holds
  for each row execute function follow_credit_holds();

-- Which line of which invoice a credit paid, and how much of it.
create table credit_uses (
  org_id     integer not null references organizations,
  credit_id  text not null,
  invoice_id text not null,
  line_id    text not null,
  amount     numeric(38, 4) not null check (amount > 0),
  created_at timestamptz not null,
  primary key (org_id, credit_id, invoice_id, line_id),
  foreign key (org_id, credit_id) references credits (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id)
);
create index credit_uses_of_invoice on credit_uses (org_id, invoice_id);
select protect_table('credit_uses');

create function keep_credit_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'TM001';
end $$;
create trigger keep_credit_ledger before update or delete on credit_transactions
  for each row execute function keep_credit_ledger();
create trigger keep_credit_ledger before update or delete on credit_uses
  for each row execute function keep_credit_ledger();

do $$
begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    revoke update, delete on credit_transactions, credit_uses from tallymark_app;
  end if;
end $$;
