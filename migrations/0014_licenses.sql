-- Counted licences: every operation on the level of an account, with the level that it results in.
create table license_updates (
  org_id          integer not null references organizations,
  ordinal         bigint generated always as identity,  -- order of operations of one instant
  account_id      text not null,
  license_id      text not null,
  update_type     text not null check (update_type in ('RELATIVE', 'ABSOLUTE')),
  quantity        numeric(38, 18) not null,  -- as asked for
  level           numeric(38, 18) not null,  -- after it; a backdated operation shifts those that follow
  effective_from  timestamptz not null,
  metadata        jsonb not null,
  idempotency_key text,
  request         jsonb,                     -- what was asked for under the key
  answered        numeric(38, 18),           -- and the level that was answered
  created_at      timestamptz not null,
  primary key (org_id, ordinal),
  foreign key (org_id, account_id) references accounts (org_id, id),
  foreign key (org_id, license_id) references add_ons (org_id, id),
  constraint license_updates_not_negative check (level >= 0),
  -- Permanent: two requests racing with one key end in one operation.
  constraint license_updates_idempotency_key unique (org_id, idempotency_key),
  check ((idempotency_key is null) = (request is null) and (request is null) = (answered is null))
);
-- The order in which operations are replayed.
create index license_updates_in_order on license_updates
  (org_id, account_id, license_id, effective_from, created_at, ordinal);
create index license_updates_listed on license_updates (org_id, created_at desc, ordinal desc);
create index license_updates_of_account on license_updates (org_id, account_id, created_at desc, ordinal desc);
create index license_updates_of_license on license_updates (org_id, license_id, created_at desc, ordinal desc);
select protect_table('license_updates');
select portal_wall('license_updates', 'account_id');

-- The row that writers of the names of an account and licence lock. It refers to neither: ingestion makes it, and
-- would wait for whoever changes the account. Accounts and add-ons are never deleted.
create table named_licenses (
  org_id     integer not null references organizations,
  account_id text not null,
  license_id text not null,
  created_at timestamptz not null,
  primary key (org_id, account_id, license_id)
);
select protect_table('named_licenses');
select portal_wall('named_licenses', 'account_id');

-- What events said about names: the entries follow from them, in whatever order the events came.
create table named_license_marks (
  org_id       integer not null references organizations,
  reference_id uuid not null,        -- the event; its key makes a second mark of the same event impossible
  account_id   text not null,
  license_id   text not null,
  name         text not null,
  marked_at    timestamptz not null,
  action       text not null check (action in ('OPEN', 'CLOSE')),
  primary key (org_id, reference_id),
  foreign key (org_id, account_id, license_id) references named_licenses (org_id, account_id, license_id)
);
create index named_license_marks_in_order on named_license_marks
  (org_id, account_id, license_id, name, marked_at);
select protect_table('named_license_marks');
select portal_wall('named_license_marks', 'account_id');

create table named_license_entries (
  org_id          integer not null references organizations,
  id              text not null,
  account_id      text not null,
  license_id      text not null,
  name            text not null,
  effective_from  timestamptz not null,
  effective_until timestamptz,       -- null: open; half-open, and an entry that ends where it begins counts
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, account_id, license_id) references named_licenses (org_id, account_id, license_id),
  check (effective_from <= effective_until),
  -- A name has one entry at an instant, so one that is open at most: decided by the database.
  constraint named_license_entries_one exclude using gist
    (org_id with =, account_id with =, license_id with =, name with =,
     tstzrange(effective_from, effective_until) with &&)
);
create index named_license_entries_listed on named_license_entries (org_id, created_at desc, id collate "C");
create index named_license_entries_of_account on named_license_entries
  (org_id, account_id, created_at desc, id collate "C");
create index named_license_entries_of_license on named_license_entries
  (org_id, license_id, created_at desc, id collate "C");
-- What is active in a window, among years of entries that ended.
create index named_license_entries_by_end on named_license_entries
  (org_id, account_id, license_id, coalesce(effective_until, 'infinity'::timestamptz));
select protect_table('named_license_entries');
select portal_wall('named_license_entries', 'account_id');
