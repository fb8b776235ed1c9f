-- The tables of ingestion do not refer to organizations: their rows come through the wall, which compares every
-- org_id with that of the transaction, and organizations are never deleted. Checking each row again took a quarter
-- of the time of storing events.
-- Raw events with what became of them. reference_id is time-sortable, so the primary key is the list order.
create table events (
  org_id             integer not null,
  reference_id       uuid not null,
  event_id           text,                 -- the caller's id, or the one made from the schema's template
  schema_name        text not null,
  account_ref        text not null,        -- as sent: account id or alias
  account_id         text,
  customer_id        text,
  event_time         timestamptz not null,
  received_at        timestamptz not null,
  attributes         jsonb not null,
  dimensions         jsonb not null,
  status             text not null,
  status_description text,
  source_type        text not null,
  source_id          text not null,
  pipeline           jsonb not null,
  primary key (org_id, reference_id)
);
create index events_of_account on events (org_id, account_id, reference_id);
create index events_of_id on events (org_id, event_id);
create index events_in_time on events (org_id, event_time);
-- What was not processed, in list order; small, because almost every event is processed.
create index events_unprocessed on events (org_id, reference_id)
  where status not in ('INGESTION_COMPLETED_EVENT_METERED', 'INGESTION_COMPLETED_EVENT_NOT_METERED',
                       'INGESTION_COMPLETED_NO_MATCHING_METERS');
-- What may wait for an account, by the id or alias that it will have.
create index events_parked on events (org_id, folded(btrim(account_ref)), reference_id)
  where status in ('INGESTION_FAILED', 'INGESTION_FAILED_ACCOUNT_NOT_FOUND');
-- What waits for its schema to be active.
create index events_without_schema on events (org_id, schema_name, reference_id)
  where status = 'INGESTION_FAILED_SCHEMA_NOT_DEFINED';
select protect_table('events');

-- The guarantee that an event counts once: an id can be taken by one accepted event only.
create table event_keys (
  org_id       integer not null,
  event_id     text not null,
  reference_id uuid not null,
  received_at  timestamptz not null,
  payload_hash bytea not null,
  primary key (org_id, event_id)
);
create index event_keys_age on event_keys (org_id, received_at);
select protect_table('event_keys');

-- One row per event and meter. The key makes a second metering of the same event impossible.
create table usage (
  org_id       integer not null,
  reference_id uuid not null,
  meter_id     text not null,
  account_id   text not null,
  event_time   timestamptz not null,
  units        numeric not null,
  primary key (org_id, reference_id, meter_id)
);
create index usage_in_time on usage (org_id, account_id, meter_id, event_time);
select protect_table('usage');

-- Usage per hour of the billing zone, written in the transaction that stores the events.
create table usage_hours (
  org_id     integer not null,
  account_id text not null,
  meter_id   text not null,
  hour_at    timestamptz not null,
  units      numeric not null,
  events     bigint not null,
  primary key (org_id, account_id, meter_id, hour_at)
);
create index usage_hours_in_time on usage_hours (org_id, meter_id, hour_at);
select protect_table('usage_hours');

-- Usage per pricing cycle of a schedule: the running total that a draft invoice shows.
create table usage_cycles (
  org_id      integer not null,
  account_id  text not null,
  schedule_id text not null,
  cycle_start date not null,
  meter_id    text not null,
  units       numeric not null,
  events      bigint not null,
  primary key (org_id, account_id, schedule_id, cycle_start, meter_id)
);
select protect_table('usage_cycles');
