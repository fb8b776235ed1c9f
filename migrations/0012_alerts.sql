-- A rule that is checked at the ticks of its interval. What it watches is in typed columns, because a document
-- would not keep the digits of a threshold.
create table alerts (
  org_id           integer not null references organizations,
  id               text not null,
  template_id      text not null,
  version          integer not null check (version >= 1),
  status           text not null check (status in ('ACTIVE', 'INACTIVE')),
  description      text,
  interval_minutes integer not null check (interval_minutes in (30, 60, 120, 180, 240, 360, 480, 720, 1440)),
  validity_minutes integer check (validity_minutes >= interval_minutes), -- null: forever
  account_id       text,                 -- null: the whole organization
  entity_id        text,                 -- what is watched, of the kind that the template names
  threshold        numeric check (threshold >= 0),
  days             integer check (days >= 0),
  activated_at     timestamptz,          -- the validity runs from here
  next_tick_at     timestamptz,
  checked_at       timestamptz,          -- what happened before has been counted
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  row_version      integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  check ((threshold is null) <> (days is null)),
  check ((status = 'ACTIVE') = (activated_at is not null)),
  check ((status = 'ACTIVE') = (next_tick_at is not null)),
  check ((status = 'ACTIVE') = (checked_at is not null))
);
create index alerts_listed on alerts (org_id, created_at desc, id collate "C");
create index alerts_of_account on alerts (org_id, account_id, id);
select protect_table('alerts');

create table incidents (
  org_id          integer not null references organizations,
  id              text not null,
  alert_id        text not null,
  alert_version   integer not null,
  template_id     text not null,
  scope_key       text not null,         -- the invoice of templates that look at each invoice, empty for others
  status          text not null check (status in ('ACTIVE', 'CLOSED')),
  value           numeric not null,      -- what was found at the last check that fired
  period_start    timestamptz,           -- of the cycle or month that was measured
  valid_until     timestamptz,
  last_checked_at timestamptz not null,
  closed_at       timestamptz,
  closed_by       text check (closed_by in ('CALLER', 'RECOVERY', 'END', 'ALERT')),
  cleared_at      timestamptz,           -- the first check after a caller closed it that found nothing
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  row_version     integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, alert_id) references alerts (org_id, id),
  check ((status = 'CLOSED') = (closed_at is not null)),
  check ((status = 'CLOSED') = (closed_by is not null))
);
-- One open incident for each thing that an alert is about, whatever checks it at the same time.
create unique index incidents_one_active on incidents (org_id, alert_id, alert_version, scope_key)
  where status = 'ACTIVE';
create index incidents_latest on incidents (org_id, alert_id, alert_version, scope_key, created_at desc);
-- Those that a caller closed while what they told of went on.
create index incidents_muted on incidents (org_id, alert_id, alert_version)
  where closed_by = 'CALLER' and cleared_at is null;
create index incidents_listed on incidents (org_id, created_at desc, id collate "C");
create index incidents_of_alert on incidents (org_id, alert_id, created_at desc, id collate "C");
select protect_table('incidents');
