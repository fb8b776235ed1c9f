-- What happened, as its resource was at the commit, and where it is sent. Times that end in `_at` without another
-- meaning are real ones, because the outside world has no sandbox clock; `at` is the organization's.
create table webhook_endpoints (
  org_id          integer not null references organizations,
  id              text not null,
  url             text not null,
  types           text[] not null,         -- names, `invoice.*` for all of a kind, `*` for everything
  description     text,
  status          text not null check (status in ('ACTIVE', 'DISABLED')),
  disabled_reason text check (disabled_reason in ('CALLER', 'GONE', 'FAILING')),
  secrets         jsonb not null,          -- sealed, the current one first; replaced ones sign until their time
  failing_since   timestamptz,             -- real time of the first failure after which nothing was delivered
  created_at      timestamptz not null,    -- the organization's clock, as of every resource
  updated_at      timestamptz not null,
  row_version     integer not null default 1,
  primary key (org_id, id),
  check ((status = 'DISABLED') = (disabled_reason is not null))
);
create index webhook_endpoints_listed on webhook_endpoints (org_id, created_at desc, id collate "C");
select protect_table('webhook_endpoints');
-- Each attempt may say that it fails; that it is given up for it is a change of its status.
select audit_table('webhook_endpoints', 'WEBHOOK', '{id}', masked => '{secrets}', quiet => '{failing_since}');

-- The number of the last event of each resource: receivers tell by it what is older than what they have.
create table event_sequences (
  org_id      integer not null references organizations,
  kind        text not null,
  resource_id text not null,
  last        bigint not null check (last > 0),
  primary key (org_id, kind, resource_id)
);
select protect_busy_table('event_sequences');

create table webhook_events (
  org_id       integer not null references organizations,
  id           text not null,
  type         text not null,
  kind         text not null,              -- of the resource
  resource_id  text not null,
  sequence     bigint not null,
  at           timestamptz not null,       -- the organization's clock
  object       text,                       -- JSON with its exact numbers; null: nobody waited for it, or too long
  previous     text,                       -- JSON of what a change replaced
  created_at   timestamptz not null,
  primary key (org_id, id),
  constraint webhook_events_numbered unique (org_id, kind, resource_id, sequence)
);
create index webhook_events_listed on webhook_events (org_id, at desc, id collate "C");
create index webhook_events_age on webhook_events (org_id, created_at);
select protect_busy_table('webhook_events');

-- One row for each event and endpoint that subscribes to it.
create table webhook_deliveries (
  org_id          integer not null references organizations,
  endpoint_id     text not null,
  event_id        text not null,
  status          text not null check (status in ('PENDING', 'RETRYING', 'DELIVERED', 'FAILED')),
  failures        integer not null default 0,   -- since it was made or sent again
  attempts        integer not null default 0,   -- of all times
  next_attempt_at timestamptz,                  -- while it is attempted: when somebody else may take it over
  lease           text,                         -- who attempts it
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (org_id, endpoint_id, event_id),
  foreign key (org_id, endpoint_id) references webhook_endpoints (org_id, id) on delete cascade,
  foreign key (org_id, event_id) references webhook_events (org_id, id) on delete cascade,
  check ((status in ('PENDING', 'RETRYING')) = (next_attempt_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (org_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_listed on webhook_deliveries
  (org_id, endpoint_id, created_at desc, event_id collate "C");
create index webhook_deliveries_of_event on webhook_deliveries (org_id, event_id);
select protect_busy_table('webhook_deliveries');

create table webhook_attempts (
  org_id        integer not null references organizations,
  endpoint_id   text not null,
  event_id      text not null,
  number        integer not null,
  started_at    timestamptz not null,
  duration_ms   integer not null,
  status_code   integer,                  -- null: no answer
  error         text,
  request_head  text not null,
  response_head text,
  primary key (org_id, endpoint_id, event_id, number),
  foreign key (org_id, endpoint_id, event_id)
    references webhook_deliveries (org_id, endpoint_id, event_id) on delete cascade
);
select protect_busy_table('webhook_attempts');

-- No portal has any business here.
select portal_wall_by(closed, 'false')
from unnest(array['webhook_endpoints', 'event_sequences', 'webhook_events', 'webhook_deliveries',
  'webhook_attempts']::regclass[]) as closed;
