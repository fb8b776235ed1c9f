-- Features, the credits of accounts for them, and what consumed those credits.

-- What accounts hold credits for. Features are permanent: entries and prices name them for good.
create table features (
  org_id        integer not null references organizations,
  id            text not null,
  name          text not null,
  billable_name text,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  row_version   integer not null default 1,
  primary key (org_id, id)
);
create unique index features_name on features (org_id, folded(name));
create unique index features_billable_name on features (org_id, folded(billable_name));
create index features_listed on features (org_id, name collate "C", id collate "C");
select protect_table('features');

-- Which attribute of the events of a schema is taken from the credits. The primary key is the rule that a
-- schema serves at most one feature, whoever asks at the same time.
create table feature_associations (
  org_id         integer not null references organizations,
  schema_name    text not null,
  feature_id     text not null,
  attribute_name text not null,
  position       integer not null,      -- in the list of the feature, as it was sent
  primary key (org_id, schema_name),
  foreign key (org_id, feature_id) references features (org_id, id)
);
create index feature_associations_of_feature on feature_associations (org_id, feature_id, position);
select protect_table('feature_associations');

-- One row for each account and feature that credits were ever granted for. Whoever changes the credits of a
-- pair locks its row first, and several in the order of the key: then entries are read and debited alone.
create table feature_wallets (
  org_id     integer not null references organizations,
  account_id text not null,
  feature_id text not null,
  created_at timestamptz not null,
  primary key (org_id, account_id, feature_id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  foreign key (org_id, feature_id) references features (org_id, id)
);
select protect_table('feature_wallets');

-- Credits for a feature that were granted together. Whether an entry has expired follows from the clock.
create table feature_credit_entries (
  org_id          integer not null references organizations,
  account_id      text not null,
  feature_id      text not null,
  id              text not null check (length(id) <= 50),
  source          text not null check (source in ('ENTITLEMENT', 'PRICE_PLAN', 'OVERAGE', 'REFUND')),
  status          text not null check (status in ('ACTIVE', 'VOIDED')),
  schedule_id     text,           -- that granted it; null: no schedule did
  invoice_timing  text check (invoice_timing in ('IN_ADVANCE', 'IN_ARREARS', 'PREPAID')),
  block_at        timestamptz,    -- start of the recurrence block that it was granted for
  effective_from  timestamptz not null,
  effective_until timestamptz not null,
  card_until      timestamptz,    -- the end that the rate card gives; null when an operator has set one
  granted         numeric,        -- null: overage without a limit
  used            numeric not null default 0,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  row_version     integer not null default 1,
  primary key (org_id, account_id, feature_id, id),
  foreign key (org_id, account_id, feature_id) references feature_wallets (org_id, account_id, feature_id),
  check (effective_from <= effective_until),
  check (granted is not null or source = 'OVERAGE'),
  -- The last word on every race: no credit is used twice.
  check (used >= 0 and used <= granted)
);
create index feature_credit_entries_open
  on feature_credit_entries (org_id, account_id, feature_id, effective_until) where status = 'ACTIVE';
create index feature_credit_entries_listed
  on feature_credit_entries (org_id, account_id, feature_id, created_at, id collate "C");
select protect_table('feature_credit_entries');

-- What an event took from which entries, in order, so that a correction can give it back.
create table feature_debits (
  org_id       integer not null references organizations,
  reference_id uuid not null,     -- of the event
  position     smallint not null,
  account_id   text not null,
  feature_id   text not null,
  entry_id     text not null,
  event_time   timestamptz not null,
  is_overage   boolean not null,
  units        numeric not null check (units > 0),
  primary key (org_id, reference_id, position),
  foreign key (org_id, account_id, feature_id, entry_id)
    references feature_credit_entries (org_id, account_id, feature_id, id)
);
create index feature_debits_of_entry on feature_debits (org_id, account_id, feature_id, entry_id);
create index feature_debits_of_overage on feature_debits (org_id, account_id, feature_id, event_time)
  where is_overage;
select protect_table('feature_debits');
