create table customers (
  org_id        integer not null references organizations,
  id            text not null,
  platform_id   text not null,
  name          text not null,
  primary_email text not null,
  address       jsonb not null,
  status        text not null check (status in ('ACTIVE', 'ARCHIVED')),
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  row_version   integer not null default 1,
  primary key (org_id, id),
  unique (org_id, platform_id)
);
create index customers_listed on customers (org_id, updated_at desc, id collate "C");
select protect_table('customers');

create table accounts (
  org_id                      integer not null references organizations,
  id                          text not null,
  platform_id                 text not null,
  customer_id                 text not null,
  name                        text not null,
  invoice_currency            text not null,
  status                      text not null check (status in ('ACTIVE', 'DRAFT', 'ARCHIVED')),
  address                     jsonb,
  primary_email               text,
  net_term_days               integer check (net_term_days between 0 and 365),
  metadata                    jsonb,
  tags                        text[],
  email_recipients            text[],
  additional_email_recipients text[],
  has_billing_information     boolean not null default false,
  archived_at                 timestamptz,
  created_at                  timestamptz not null,
  updated_at                  timestamptz not null,
  row_version                 integer not null default 1,
  primary key (org_id, id),
  unique (org_id, platform_id),
  foreign key (org_id, customer_id) references customers (org_id, id)
);
create index accounts_listed on accounts (org_id, updated_at desc, id collate "C");
create index accounts_of_customer on accounts (org_id, customer_id);
-- Aliases and events are compared in lower case: an alias may not equal any account's id in another case.
-- Ids are ASCII: "C" keeps the case rules of the server's locale out of it.
create index accounts_lower_id on accounts (org_id, lower(id collate "C"));
select protect_table('accounts');

create table account_aliases (
  org_id          integer not null references organizations,
  id              uuid not null,
  account_id      text not null,
  value           text not null,      -- stored in lower case
  effective_from  timestamptz,        -- null: since ever
  effective_until timestamptz,        -- null: forever; half-open
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  check (effective_from < effective_until),
  -- One account per value at any instant, decided by the database.
  constraint account_aliases_one_owner exclude using gist
    (org_id with =, value with =, tstzrange(effective_from, effective_until) with &&)
);
create index account_aliases_of_account on account_aliases (org_id, account_id);
-- Another collation than the constraint's: look-ups that name it use this index and not the slower GiST one.
create index account_aliases_value on account_aliases (org_id, value collate "C");
select protect_table('account_aliases');

-- Every alias value that was ever reserved or given to an account, until it is deleted: the organization's list.
create table known_aliases (
  org_id     integer not null references organizations,
  value      text not null,           -- stored in lower case
  created_at timestamptz not null,
  primary key (org_id, value)
);
create index known_aliases_listed on known_aliases (org_id, value collate "C");
select protect_table('known_aliases');

create table settings (
  org_id      integer not null references organizations,
  namespace   text not null,
  id          text not null,
  entity_type text not null,
  entity_id   text not null,
  name        text not null,
  value       text not null,
  data_type   text not null check (data_type in ('STRING', 'NUMERIC', 'JSON', 'JSON_LOGIC')),
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  -- The setting's own id in paths; ends the order of lists.
  address     text not null generated always as
    ('setting.' || namespace || '.' || id || '.' || entity_type || '.' || entity_id) stored,
  primary key (org_id, entity_type, entity_id, namespace, id)
);
select protect_table('settings');
