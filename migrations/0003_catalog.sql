create table add_ons (
  org_id       integer not null references organizations,
  id           text not null,
  name         text not null,
  type         text not null check (type in ('LICENSE', 'FIXED_FEE', 'CREDIT_GRANT', 'NAMED_LICENSE')),
  billable_name text,
  status       text not null check (status in ('ACTIVE', 'ARCHIVED')),
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  row_version  integer not null default 1,
  primary key (org_id, id)
);
create unique index add_ons_name on add_ons (org_id, folded(name)) where status = 'ACTIVE';
create unique index add_ons_billable_name on add_ons (org_id, folded(billable_name)) where status = 'ACTIVE';
create index add_ons_listed on add_ons (org_id, name collate "C", id collate "C");
select protect_table('add_ons');

-- One row per version; the newest carries the live status, older ones are ARCHIVED and never change.
create table event_schemas (
  org_id              integer not null references organizations,
  name                text not null,
  version             integer not null check (version >= 1),
  is_latest           boolean not null,
  status              text not null check (status in ('DRAFT', 'ACTIVE', 'INACTIVE', 'ARCHIVED')),
  description         text,
  attributes          jsonb not null,
  dimensions          jsonb not null,
  enrichments         jsonb,
  filter_fields       text[] not null,
  event_id_template   text,
  event_level_revenue boolean not null default false,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  row_version         integer not null default 1,
  primary key (org_id, name, version)
);
create unique index event_schemas_latest on event_schemas (org_id, name) where is_latest;
select protect_table('event_schemas');

create table usage_meters (
  org_id            integer not null references organizations,
  id                text not null check (length(id) <= 20),
  name              text not null,
  billable_name     text,
  description       text,
  type              text not null check (type = 'COUNTER'),
  aggregation       text not null check (aggregation in ('COUNT', 'SUM')),
  filters           jsonb not null,
  computations      jsonb not null,
  event_schema_name text,
  status            text not null check (status in ('DRAFT', 'ACTIVE', 'INACTIVE', 'ARCHIVED')),
  version           integer not null default 1,
  last_activated_at timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  row_version       integer not null default 1,
  primary key (org_id, id),
  unique (org_id, name)
);
create index usage_meters_of_schema on usage_meters (org_id, event_schema_name);
select protect_table('usage_meters');

create table price_plans (
  org_id     integer not null references organizations,
  id         text not null,
  name       text not null,
  type       text not null check (type in ('BILLING', 'PURCHASE')),
  status     text not null default 'ACTIVE' check (status in ('ACTIVE', 'ARCHIVED')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, name)
);
select protect_table('price_plans');

create table price_plan_versions (
  org_id                      integer not null references organizations,
  plan_id                     text not null,
  version                     integer not null check (version >= 1),
  reference_id                text not null,   -- names this version's rate cards
  status                      text not null check (status in ('DRAFT', 'ACTIVE')),
  description                 text,
  pricing_cycle_config        jsonb,
  supported_currencies        text[] not null,
  deferred_revenue            boolean not null default false,
  allow_ongoing_cycle_updates boolean not null default false,
  created_at                  timestamptz not null,
  updated_at                  timestamptz not null,
  finalized_at                timestamptz,
  primary key (org_id, plan_id, version),
  unique (org_id, reference_id),
  foreign key (org_id, plan_id) references price_plans (org_id, id) on delete cascade
);
-- At most one draft at a time: two writers that open one race here and one of them loses.
create unique index price_plan_versions_draft on price_plan_versions (org_id, plan_id) where status = 'DRAFT';
select protect_table('price_plan_versions');

create table rate_cards (
  org_id         integer not null references organizations,
  reference_id   text not null,
  name           text not null,
  position       integer not null,
  type           text not null,
  billable_id    text not null,
  display_name   text not null,
  invoice_timing text not null check (invoice_timing in ('IN_ADVANCE', 'IN_ARREARS', 'PREPAID')),
  tag            text,
  details        jsonb not null,       -- the wire's rateCardDetails, decimals as text
  created_at     timestamptz not null,
  primary key (org_id, reference_id, name)
);
select protect_table('rate_cards');
