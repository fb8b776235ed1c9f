-- Money of accounts: a wallet for each, and underneath a ledger in which every movement balances.
create table wallets (
  org_id         integer not null references organizations,
  account_id     text not null,
  id             text not null,
  balance        numeric(38, 4) not null default 0, -- kept by follow_wallet_entry
  status         text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  effective_from timestamptz not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  row_version    integer not null default 1,
  primary key (org_id, account_id),
  unique (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  -- Whatever runs at the same time: nothing is spent that is not there.
  constraint wallets_not_overdrawn check (balance >= 0)
);
select protect_table('wallets');
select portal_wall('wallets', 'account_id');

-- An account has its wallet from the instant at which it is active.
create function open_wallet() returns trigger language plpgsql as $$
begin
  insert into wallets (org_id, account_id, id, effective_from, created_at, updated_at)
  values (new.org_id, new.id, 'wal.' || replace(gen_random_uuid()::text, '-', ''), new.updated_at, new.updated_at,
    new.updated_at)
  on conflict (org_id, account_id) do nothing;
  return null;
end $$;
create trigger open_wallet after insert or update of status on accounts
  for each row when (new.status = 'ACTIVE') execute function open_wallet();
insert into wallets (org_id, account_id, id, effective_from, created_at, updated_at)
select org_id, id, 'wal.' || replace(gen_random_uuid()::text, '-', ''), created_at, created_at, created_at
from accounts where status <> 'DRAFT';

-- What happened to money, and why. Nothing of the ledger is ever changed or taken away.
create table ledger_movements (
  org_id     integer not null references organizations,
  id         bigint generated always as identity,
  account_id text not null,
  kind       text not null check (kind in ('WALLET_TOPUP')),
  currency   text not null,
  postings   smallint not null,        -- how many it has: nobody adds one later
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id)
);
create index ledger_movements_of_account on ledger_movements (org_id, account_id, id);
select protect_table('ledger_movements');
select portal_wall_by('ledger_movements', 'false');

-- What a movement does to each book; what is debited is positive, what is credited negative.
create table ledger_postings (
  org_id      integer not null references organizations,
  movement_id bigint not null,
  book        text not null check (book in ('RECEIVED', 'WALLET')),
  amount      numeric(38, 4) not null check (amount <> 0),
  primary key (org_id, movement_id, book),
  foreign key (org_id, movement_id) references ledger_movements (org_id, id)
);
select protect_table('ledger_postings');
select portal_wall_by('ledger_postings', 'false');

-- At the end of the transaction: every movement has its postings, and they come to nothing.
create function check_movement_balances() returns trigger language plpgsql as $$
declare
  movement bigint := case tg_table_name when 'ledger_movements' then (to_jsonb(new)->>'id')::bigint
    else (to_jsonb(new)->>'movement_id')::bigint end;
  is_whole boolean;
  total numeric;
begin
  select coalesce(sum(p.amount), 0), count(p.amount) = max(m.postings) into total, is_whole
  from ledger_movements m
  left join ledger_postings p on p.org_id = m.org_id and p.movement_id = m.id
  where m.org_id = new.org_id and m.id = movement;
  if total <> 0 then
    raise exception 'movement % comes to % and not to 0', movement, total using errcode = 'TM002';
  elsif not is_whole then
    raise exception 'movement % has other postings than it was made with', movement using errcode = 'TM002';
  end if;
  return null;
end $$;
create constraint trigger check_movement_balances after insert on ledger_movements deferrable initially deferred
  for each row execute function check_movement_balances();
create constraint trigger check_movement_balances after insert on ledger_postings deferrable initially deferred
  for each row execute function check_movement_balances();

-- The wallet as its owner sees it: one entry for each movement that goes through it.
create table wallet_entries (
  org_id           integer not null references organizations,
  ordinal          bigint generated always as identity,
  id               text not null,
  account_id       text not null,
  movement_id      bigint not null,
  transaction_type text not null check (transaction_type in ('CREDITED', 'DEBITED')),
  amount           numeric(38, 4) not null check (amount > 0),
  closing_balance  numeric(38, 4) not null default 0, -- set by follow_wallet_entry
  entity_id        text,
  description      text,
  created_at       timestamptz not null,
  primary key (org_id, id),
  unique (org_id, movement_id),
  foreign key (org_id, account_id) references wallets (org_id, account_id),
  foreign key (org_id, movement_id) references ledger_movements (org_id, id)
);
create index wallet_entries_of_account on wallet_entries (org_id, account_id, ordinal desc);
select protect_table('wallet_entries');
select portal_wall('wallet_entries', 'account_id');

-- The balance follows the entries, one after the other: the row of the wallet is locked.
create function follow_wallet_entry() returns trigger language plpgsql as $$
begin
  update wallets set balance = balance + case new.transaction_type when 'CREDITED' then new.amount else -new.amount end,
    updated_at = new.created_at, row_version = row_version + 1
  where org_id = new.org_id and account_id = new.account_id
  returning balance into new.closing_balance;
  return new;
end $$;
create trigger follow_wallet_entry before insert on wallet_entries
  for each row execute function follow_wallet_entry();

create trigger keep_credit_ledger before update or delete on ledger_movements
  for each row execute function keep_credit_ledger();
create trigger keep_credit_ledger before update or delete on ledger_postings
  for each row execute function keep_credit_ledger();
create trigger keep_credit_ledger before update or delete on wallet_entries
  for each row execute function keep_credit_ledger();
do $$
begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    revoke update, delete on ledger_movements, ledger_postings, wallet_entries from tallymark_app;
  end if;
end $$;
