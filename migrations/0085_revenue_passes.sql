-- Revenue of organizations with too many accounts to price in a request, by local day and billable: a pass prices all
-- accounts as of one instant, and the newest complete pass answers requests (docs/decisions/0147).
create table revenue_passes (
  org_id          integer not null references organizations,
  id              bigint generated always as identity,
  as_of           timestamptz not null,      -- of the organization's clock
  from_at         timestamptz not null,
  until_at        timestamptz not null,
  timezone        text not null,
  base_currency   text not null,
  after_account   text not null default '',  -- accounts up to this one are priced
  started_at      timestamptz not null,      -- in real time, like the next two
  next_attempt_at timestamptz,
  completed_at    timestamptz,
  lease           text,
  primary key (org_id, id)
);
create unique index revenue_passes_running on revenue_passes (org_id) where completed_at is null;
select protect_table('revenue_passes');
select portal_wall_by('revenue_passes', 'false');

create table revenue_days (
  org_id      integer not null,
  pass_id     bigint not null,
  starts_at   timestamptz not null,          -- of a local day
  billable_id text not null,                 -- '': revenue of no card
  is_usage    boolean not null,
  amount      numeric not null,              -- unrounded, in the base currency
  primary key (org_id, pass_id, starts_at, billable_id, is_usage),
  foreign key (org_id, pass_id) references revenue_passes (org_id, id) on delete cascade
);
select protect_table('revenue_days');
select portal_wall_by('revenue_days', 'false');
