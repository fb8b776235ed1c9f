create table schedules (
  org_id           integer not null references organizations,
  id               text not null,
  mode             text not null check (mode in ('ACTIVE', 'DRAFT')),
  account_id       text not null,
  plan_id          text not null,
  plan_version     integer not null,
  start_date       date not null,           -- local days of the billing zone, half-open
  end_date         date,                    -- null: forever
  start_at         timestamptz not null,    -- the same borders as instants
  end_at           timestamptz,
  time_zone        text not null,           -- zone of the borders, kept when the organization changes its own
  cycle_config     jsonb not null,          -- as configured, overrides applied
  resolved_cycle   jsonb not null,          -- with anniversary offsets derived (14.3)
  chain_start_date date not null,           -- ordinals count from here (14.6)
  is_overridden    boolean not null default false,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (org_id, mode, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  foreign key (org_id, plan_id, plan_version) references price_plan_versions (org_id, plan_id, version),
  check (start_date < end_date),
  -- One plan at a time, decided by the database.
  constraint schedules_one_plan exclude using gist
    (org_id with =, account_id with =, mode with =, daterange(start_date, end_date) with &&)
    deferrable initially deferred
);
create index schedules_of_account on schedules (org_id, account_id, mode, start_date);
create index schedules_of_plan on schedules (org_id, plan_id, plan_version);
select protect_table('schedules');

-- The draft timeline of an account: which live timeline it was made from, and the ranges that it edits.
create table schedule_drafts (
  org_id          integer not null references organizations,
  account_id      text not null,
  based_on        integer not null,
  edited_ranges   jsonb not null,
  merge_schedules boolean not null default false,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (org_id, account_id),
  foreign key (org_id, account_id) references accounts (org_id, id)
);
select protect_table('schedule_drafts');

-- Counts the changes of an account's live timeline, so that a draft made from an older one is refused.
create table schedule_timelines (
  org_id     integer not null references organizations,
  account_id text not null,
  version    integer not null default 0,
  primary key (org_id, account_id),
  foreign key (org_id, account_id) references accounts (org_id, id)
);
select protect_table('schedule_timelines');
