-- Accounts that are billed together, and the one invoice a day that their invoices are merged into.
create table invoice_groups (
  org_id                      integer not null references organizations,
  id                          text not null,
  name                        text not null,
  email                       text not null,
  daily_invoice_consolidation boolean not null,
  net_term_days               integer check (net_term_days between 0 and 365),  -- null: the organization's
  grace_period                integer check (grace_period between 0 and 90),    -- days; null: the longest of the members
  invoice_currency            text not null,
  address                     jsonb not null,
  -- Counted where the group is locked, so that the limit is the database's.
  accounts_count              integer not null constraint invoice_groups_size check (accounts_count between 0 and 1000),
  -- A group ends with its last account. Its row stays: composites and the past of accounts name it.
  deleted_at                  timestamptz,
  created_at                  timestamptz not null,
  updated_at                  timestamptz not null,
  row_version                 integer not null default 1,
  primary key (org_id, id),
  check ((deleted_at is null) = (accounts_count > 0))
);
create index invoice_groups_listed on invoice_groups (org_id, created_at desc, id collate "C")
  where deleted_at is null;
select protect_table('invoice_groups');

create table invoice_group_members (
  org_id          integer not null references organizations,
  group_id        text not null,
  account_id      text not null,
  effective_from  timestamptz not null,
  effective_until timestamptz,        -- null: still a member; half-open
  primary key (org_id, account_id, effective_from),
  foreign key (org_id, group_id) references invoice_groups (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  check (effective_from < effective_until),
  -- One group per account at any instant, decided by the database.
  constraint invoice_group_members_one_group exclude using gist
    (org_id with =, account_id with =, tstzrange(effective_from, effective_until) with &&)
);
create index invoice_group_members_listed on invoice_group_members (org_id, group_id, account_id collate "C");
select protect_table('invoice_group_members');

-- An invoice is of an account or of a group.
alter table invoices
  alter column account_id drop not null,
  alter column customer_id drop not null,
  -- The sum over the members of a group is longer than any of theirs.
  alter column total_amount type numeric(42, 4),
  alter column paid_amount type numeric(42, 4),
  add column group_id text,
  -- The composite that an invoice was merged into when it fell due.
  add column merged_into text,
  add column owner_id text not null generated always as (coalesce(account_id, group_id)) stored,
  add constraint invoices_one_owner check (
    (account_id is null) <> (group_id is null) and (account_id is null) = (customer_id is null)),
  add constraint invoices_of_group check ((invoice_type = 'COMPOSITE') <= (group_id is not null)
    and (group_id is not null) <= (invoice_type in ('COMPOSITE', 'CUSTOM'))),
  -- What was merged is collected with the composite and has no number of its own.
  add constraint invoices_merged_whole check (
    (status = 'MERGED') <= (merged_into is not null) and (merged_into is not null) <= (sequence_id is null)),
  add foreign key (org_id, group_id) references invoice_groups (org_id, id),
  add foreign key (org_id, merged_into) references invoices (org_id, id);
-- What falls due on one day comes together in one draft, whatever runs at the same time or again.
create unique index invoices_one_composite_a_day on invoices (org_id, group_id, cycle_start)
  where invoice_type = 'COMPOSITE' and status = 'DRAFT';
create index invoices_merged on invoices (org_id, merged_into) where merged_into is not null;
create index invoices_of_owner on invoices (org_id, owner_id, created_at desc, id collate "C");

-- As before, and whose it is and what it was merged into too.
create or replace function keep_finalized_invoice() returns trigger language plpgsql as $$
begin
  if old.finalizing_status = 'FINALIZED' and (
       new.inputs, new.document, new.details, new.total_amount, new.currency, new.sequence_id, new.invoice_date,
       new.start_at, new.end_at, new.account_id, new.group_id, new.finalizing_status,
       coalesce(old.merged_into, new.merged_into))
     is distinct from (
       old.inputs, old.document, old.details, old.total_amount, old.currency, old.sequence_id, old.invoice_date,
       old.start_at, old.end_at, old.account_id, old.group_id, old.finalizing_status, new.merged_into) then
    raise exception 'invoice % is finalized', old.id using errcode = 'TM001';
  end if;
  return new;
end $$;
