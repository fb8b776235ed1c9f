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
