-- Metering at the speed of the disk. An event is one narrow row: what many events share (schema, account, plan,
-- cycle, meters, source, the names of their fields) stands once in a context, and the row keeps the values. Its
-- usage stands in the row too; only meters that cannot be told from rollups have rows of their own.

-- Policies that are evaluated for each of many thousand rows: the organization is looked up once a statement.
create function look_up_organization_once(name regclass) returns void language plpgsql as $$
begin
  execute format('drop policy organization_wall on %s', name);
  execute format('create policy organization_wall on %s using (org_id = (select current_org()))
    with check (org_id = (select current_org()))', name);
end $$;
create function protect_busy_table(name regclass) returns void language plpgsql as $$
begin
  perform protect_table(name);
  perform look_up_organization_once(name);
end $$;

alter table events rename to old_events;
alter table old_events rename constraint events_pkey to old_events_pkey;
alter table event_keys rename to old_event_keys;
alter table old_event_keys rename constraint event_keys_pkey to old_event_keys_pkey;
alter table usage rename to old_usage;
alter table old_usage rename constraint usage_pkey to old_usage_pkey;
drop index events_of_account, events_of_id, events_in_time, events_unprocessed, events_parked,
  events_without_schema, event_keys_age, usage_in_time;

-- Blocks of 8,192 numbers: a transaction takes one block for its events, at most 8,000, so numbers ascend in the
-- order in which transactions began. Numbers stay below 2^53: 9 bits of partition, 31 of block, 13 in the block.
create sequence event_blocks minvalue 1 start 1 no cycle;

create table event_contexts (
  org_id      integer not null,
  context_id  integer generated always as identity,
  content     bytea not null,          -- SHA-256 of `facts` and of the columns: a context exists once
  schema_name text not null,
  account_id  text,
  customer_id text,
  schedule_id text,
  cycle_start date,
  cycle_at    timestamptz,             -- the borders of the cycle; all events of the context lie between them
  cycle_until timestamptz,
  meter_ids   text[] not null,         -- in the order of the units of its events
  facts       jsonb not null,
  primary key (org_id, context_id),
  unique (org_id, content)
);
create index event_contexts_of_account on event_contexts (org_id, account_id);
create index event_contexts_of_schema on event_contexts (org_id, schema_name);
select protect_busy_table('event_contexts');
select portal_wall('event_contexts', 'account_id');

create table events (
  event_time  timestamptz not null,
  seq         bigint not null,
  received_at timestamptz not null,
  org_id      integer not null,
  context_id  integer not null,
  status      smallint not null,       -- 1 to 3 are processed; see status-codes.ts
  event_id    bytea not null,          -- UTF-8; a UUID in lower case as a zero byte and its 16 bytes; empty: none
  vals        text not null,           -- of attributes and dimensions as the context names them, between tabs
  units       text not null,           -- of the context's meters, between tabs; empty: filtered out
  detail      text not null,           -- JSON of what the event does not share with others; mostly empty
  primary key (org_id, seq) with (fillfactor = 100)
) partition by range (seq);
-- Numbers of one stretch share an entry, which takes 9 bytes an event instead of 44.
create index events_of_context on events (org_id, context_id, (seq >> 25));
create index events_in_time on events using brin (event_time timestamptz_minmax_multi_ops) with (pages_per_range = 64);
-- What was not metered, by status and by context: small, because almost every event is.
create index events_unmetered on events (org_id, status, seq) where status <> 1;
create index events_unmetered_of_context on events (org_id, context_id, seq) where status <> 1;
-- What was not processed, by age and id.
create index events_unprocessed_age on events (org_id, received_at) where status > 3;
create index events_unprocessed_ids on events (org_id, event_id) where status > 3;
-- A portal sees the rows of contexts of its accounts.
create function portal_wall_by_context(name regclass) returns void language sql as $$
  select portal_wall_by(name, 'context_id = any (array(select context_id from event_contexts
    where account_id = any ((select portal_accounts())::text[])))')
$$;
select protect_busy_table('events');
select portal_wall_by_context('events');

-- The guarantee that an event counts once: an id can be taken by one accepted event only. `key` is the beginning
-- of the id's SHA-256; two ids that share it are told apart by the events themselves.
create table event_keys (
  key    bigint not null,
  seq    bigint not null,
  org_id integer not null,
  primary key (org_id, key)
);
select protect_busy_table('event_keys');
select portal_wall_by('event_keys', 'false');
-- Events whose id was taken again after its time: they are still found by it.
create table past_event_keys (
  org_id integer not null,
  key    bigint not null,
  seq    bigint not null,
  primary key (org_id, key, seq)
);
select protect_table('past_event_keys');
select portal_wall_by('past_event_keys', 'false');

-- How far the keys of an organization have been purged: those of events before `until_seq`, up to `after_key`;
-- without it all of them.
create table purged_event_keys (
  org_id    integer primary key,
  until_seq bigint not null,
  after_key bigint
);
select protect_table('purged_event_keys');
select portal_wall_by('purged_event_keys', 'false');

-- Events that wait for an account, by the id or alias it will have, or for their schema.
create table waiting_events (
  org_id      integer not null,
  seq         bigint not null,
  account_ref text,
  schema_name text,
  primary key (org_id, seq)
);
create index waiting_for_accounts on waiting_events (org_id, account_ref, seq) where account_ref is not null;
create index waiting_for_schemas on waiting_events (org_id, schema_name, seq) where schema_name is not null;
select protect_table('waiting_events');
select portal_wall_by('waiting_events', 'false');

-- Usage of meters whose quantity follows from no rollup (UNIQUE_COUNT, LATEST, TIME_WEIGHTED_SUM).
create table usage (
  org_id     integer not null,
  seq        bigint not null,
  meter_id   text not null,
  account_id text not null,
  event_time timestamptz not null,
  units      numeric not null,
  key        text,
  primary key (org_id, seq, meter_id)
);
create index usage_in_time on usage (org_id, account_id, meter_id, event_time);
select protect_busy_table('usage');
select portal_wall('usage', 'account_id');

-- Each process adds to rows of its own slots: processes never wait for each other at a hot account. Readers add up.
alter table usage_hours rename to account_hours;
alter table account_hours add column slot smallint not null default 0;
alter table account_hours drop constraint usage_hours_pkey;
alter table account_hours add primary key (org_id, account_id, meter_id, hour_at, slot);
alter table account_hours set (fillfactor = 70);
alter table usage_cycles rename to account_cycles;
alter table account_cycles add column slot smallint not null default 0;
alter table account_cycles drop constraint usage_cycles_pkey;
alter table account_cycles add primary key (org_id, account_id, schedule_id, cycle_start, meter_id, slot);
alter table account_cycles set (fillfactor = 70);
select look_up_organization_once(name) from unnest(array['account_hours', 'account_cycles']::regclass[]) as name;

-- What ingestion adds up, by context: one row for up to four of its meters, told by numbers instead of names. The
-- first row of a context (`part` 0) has its meters 1 to 4, the second 5 to 8. Greatest and least units are not here.
create table context_hours (
  org_id     integer not null,
  context_id integer not null,
  hour_at    timestamptz not null,
  slot       smallint not null,
  part       smallint not null,
  units1     numeric,
  units2     numeric,
  units3     numeric,
  units4     numeric,
  events1    bigint,
  events2    bigint,
  events3    bigint,
  events4    bigint,
  primary key (org_id, context_id, hour_at, slot, part)
) with (fillfactor = 70);
create index context_hours_in_time on context_hours (org_id, hour_at);
-- The same of the cycle that the context lies in.
create table context_cycles (
  org_id     integer not null,
  context_id integer not null,
  slot       smallint not null,
  part       smallint not null,
  units1     numeric,
  units2     numeric,
  units3     numeric,
  units4     numeric,
  events1    bigint,
  events2    bigint,
  events3    bigint,
  events4    bigint,
  primary key (org_id, context_id, slot, part)
) with (fillfactor = 70);
select protect_busy_table(name), portal_wall_by_context(name)
  from unnest(array['context_hours', 'context_cycles']::regclass[]) as name;

-- Usage by account, meter and hour, and by cycle: several rows each, to be added up.
create view usage_hours with (security_invoker = true) as
  select org_id, account_id, meter_id, hour_at, slot, units, events from account_hours
  union all
  select h.org_id, c.account_id, c.meter_ids[h.part * 4 + of_meter.place], h.hour_at, h.slot, of_meter.units,
    of_meter.events
  from context_hours h
  join event_contexts c on c.org_id = h.org_id and c.context_id = h.context_id
  cross join lateral (values (1, h.units1, h.events1), (2, h.units2, h.events2), (3, h.units3, h.events3),
    (4, h.units4, h.events4)) as of_meter (place, units, events)
  where of_meter.events > 0;
create view usage_cycles with (security_invoker = true) as
  select org_id, account_id, schedule_id, cycle_start, meter_id, slot, units, events from account_cycles
  union all
  select u.org_id, c.account_id, c.schedule_id, c.cycle_start, c.meter_ids[u.part * 4 + of_meter.place], u.slot,
    of_meter.units, of_meter.events
  from context_cycles u
  join event_contexts c on c.org_id = u.org_id and c.context_id = u.context_id
  cross join lateral (values (1, u.units1, u.events1), (2, u.units2, u.events2), (3, u.units3, u.events3),
    (4, u.units4, u.events4)) as of_meter (place, units, events)
  where of_meter.events > 0;
do $$ begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    grant select on usage_hours, usage_cycles to tallymark_app;
  end if;
end $$;

-- Partitions of events. Number 0 holds what was stored before there were partitions.
create table event_partitions (
  number     integer primary key,
  opened_at  timestamptz not null,
  closed_at  timestamptz,              -- no number of it is given any more
  settled_at timestamptz,              -- its ids are all over their time: found by an index of its own
  emptied_at timestamptz               -- its events were older than the retention
);
do $$ begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    grant select on event_partitions to tallymark_app;
    grant usage on sequence event_blocks to tallymark_app;
  end if;
end $$;

create function first_event_of(partition_number integer) returns bigint language sql immutable as
  'select partition_number::bigint << 44';

-- Made apart and then attached, which lets writers through; a partition made in place locks them out.
create function make_event_partition(partition_number integer) returns void language plpgsql as $$
declare
  name text := 'events_' || partition_number;
begin
  execute format('create table %I (like events including all)', name);
  execute format('alter table %I set (autovacuum_vacuum_insert_scale_factor = 0.05)', name);
  execute format('alter table events attach partition %I for values from (%s) to (%s)', name,
    first_event_of(partition_number), first_event_of(partition_number + 1));
  perform protect_busy_table(name::regclass);
  perform portal_wall_by(name::regclass, 'false');
  insert into event_partitions (number, opened_at) values (partition_number, clock_timestamp());
end $$;

-- Keeps two partitions ahead of the one that is written, and goes on to the next when that one is full or old
-- enough. Numbers that were taken a moment before stay in the old one. Going on cannot be rolled back, so what a
-- run that failed left undone is done by the next. One process at a time; others go away.
create function roll_event_partitions(most_events bigint, most_age interval) returns void
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  current_number integer;
  is_full boolean;
begin
  if not pg_try_advisory_xact_lock(4003, 0) then return; end if;
  select (last_value >> 31)::integer into current_number from event_blocks;
  update event_partitions set closed_at = clock_timestamp() where number < current_number and closed_at is null;
  for number_ahead in current_number + 1 .. current_number + 2 loop
    if not exists (select from event_partitions where number = number_ahead) then
      perform make_event_partition(number_ahead);
    end if;
  end loop;
  select p.opened_at < clock_timestamp() - most_age or c.reltuples > most_events into is_full
  from event_partitions p, pg_class c
  where p.number = current_number and c.oid = ('events_' || current_number)::regclass;
  if is_full then
    perform setval('event_blocks', (current_number + 1)::bigint << 31);
    update event_partitions set closed_at = clock_timestamp() where number = current_number;
    update event_partitions set opened_at = clock_timestamp() where number = current_number + 1;
  end if;
-- Somebody else changes the table just now; the next run will do it.
exception when lock_not_available then return;
end $$;

-- The oldest closed partition whose ids are over their time gets an index of its own for them: only then may
-- their keys be deleted. No event is stored there any more; corrections of its events wait for the index. True
-- when there was one.
create function settle_event_partition(key_life interval) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  closed_number integer;
begin
  if not pg_try_advisory_xact_lock(4003, 1) then return false; end if;
  select min(number) into closed_number from event_partitions
  -- For an hour a transaction that took its number before may still be writing.
  where settled_at is null and closed_at < clock_timestamp() - greatest(key_life, interval '1 hour');
  if closed_number is null then return false; end if;
  execute format('create index if not exists %I on %I (org_id, event_id)',
    'events_' || closed_number || '_ids', 'events_' || closed_number);
  update event_partitions set settled_at = clock_timestamp() where number = closed_number;
  return true;
exception when lock_not_available then return false;
end $$;

-- Retention: the oldest partition is emptied at once. Only its own lock is taken. Writers do not want it, but
-- statements that read all partitions do: whoever waits for it holds them up, so it is not waited for long.
create function empty_event_partition(retention interval) returns boolean
  language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  old_number integer;
begin
  if not pg_try_advisory_xact_lock(4003, 2) then return false; end if;
  select min(number) into old_number from event_partitions
  where emptied_at is null and settled_at is not null and closed_at < clock_timestamp() - retention;
  if old_number is null then return false; end if;
  execute format('truncate table %I', 'events_' || old_number);
  update event_partitions set emptied_at = clock_timestamp() where number = old_number;
  return true;
exception when lock_not_available then return false;
end $$;

do $$ begin
  revoke all on function make_event_partition, roll_event_partitions, settle_event_partition,
    empty_event_partition from public;
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    grant execute on function roll_event_partitions, settle_event_partition, empty_event_partition
      to tallymark_app;
  end if;
end $$;

-- What a process remembers of the catalog and of accounts is true until a change of it is visible. Rows are only
-- added, so that changes never wait for each other; a process that knows what is visible in a snapshot finds what
-- became visible since, in whatever order transactions committed.
create table catalog_changes (
  org_id     integer not null,
  id         bigint generated always as identity,
  change     xid8 not null default pg_current_xact_id(),
  kind       text not null,
  key        text not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id)
);
create index catalog_changes_order on catalog_changes (org_id, change);
create index catalog_changes_age on catalog_changes (changed_at);
select protect_table('catalog_changes');
-- Written by whoever changes something, a portal included, and read by none of these.
create policy portal_wall on catalog_changes as restrictive using ((select not is_portal())) with check (true);

-- `kind` and the column with the key are the trigger's arguments; without a column everything of the kind changed.
create function note_catalog_changes() returns trigger language plpgsql as $$
declare
  source text := case tg_op when 'INSERT' then 'select * from added' when 'DELETE' then 'select * from removed'
    else 'select * from added union all select * from removed' end;
begin
  execute format('insert into catalog_changes (org_id, kind, key) select distinct org_id, %L, %s from (%s) as changed',
    tg_argv[0], coalesce(tg_argv[1], quote_literal('')), source);
  return null;
end $$;

create function note_changes_of(name regclass, kind text, key_column text default null) returns void
  language plpgsql as $$
declare
  arguments text := quote_literal(kind) || coalesce(', ' || quote_literal(key_column), '');
begin
  execute format('create trigger note_insert after insert on %s referencing new table as added
    for each statement execute function note_catalog_changes(%s)', name, arguments);
  execute format('create trigger note_update after update on %s referencing old table as removed new table as added
    for each statement execute function note_catalog_changes(%s)', name, arguments);
  execute format('create trigger note_delete after delete on %s referencing old table as removed
    for each statement execute function note_catalog_changes(%s)', name, arguments);
end $$;
select note_changes_of('accounts', 'ACCOUNT', 'id');
select note_changes_of('account_aliases', 'ALIAS', 'value');
select note_changes_of('schedules', 'ACCOUNT', 'account_id');
select note_changes_of('customers', 'CUSTOMER', 'id');
select note_changes_of('event_schemas', 'CATALOG');
select note_changes_of('usage_meters', 'CATALOG');
select note_changes_of('features', 'CATALOG');
select note_changes_of('feature_associations', 'CATALOG');
select note_changes_of('add_ons', 'CATALOG');
select note_changes_of('settings', 'SETTING');
-- The zone of an organization decides the hours of its rollups.
create function note_zone_change() returns trigger language plpgsql as $$
begin
  insert into catalog_changes (org_id, kind, key) values (new.org_id, 'CATALOG', '');
  return null;
end $$;
create trigger note_zone_change after update on organizations for each row
  when (old.timezone is distinct from new.timezone) execute function note_zone_change();

-- The beginning of the SHA-256 of an event id, as the application computes it.
create function event_key(id text) returns bigint language sql immutable parallel safe as $$
  select ('x' || encode(substring(sha256(convert_to(id, 'UTF8')) from 1 for 8), 'hex'))::bit(64)::bigint
$$;
create function event_id_bytes(id text) returns bytea language sql immutable parallel safe as $$
  select case when id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    then '\x00'::bytea || decode(replace(id, '-', ''), 'hex') else convert_to(id, 'UTF8') end
$$;
-- For people who look into the table.
create function event_id_text(id bytea) returns text language sql immutable parallel safe as $$
  select case when substring(id from 1 for 1) = '\x00'::bytea
    then encode(substring(id from 2), 'hex')::uuid::text else convert_from(id, 'UTF8') end
$$;
-- The id of a stored event on the wire, of its number.
create function event_reference(seq bigint) returns uuid language sql immutable parallel safe as $$
  select (substr(h, 1, 12) || '8' || substr(h, 13, 3) || '8000000000000000')::uuid
  from (select lpad(to_hex(seq), 15, '0') as h) as hex
$$;
create function event_number(reference uuid) returns bigint language sql immutable parallel safe as $$
  select ('x' || lpad(substr(h, 1, 12) || substr(h, 14, 3), 16, '0'))::bit(64)::bigint
  from (select replace(reference::text, '-', '') as h) as hex
$$;

-- The usage of events, a row for each meter, as rollups have to add it up.
create view metered_usage with (security_invoker = true) as
  select e.org_id, e.seq, e.event_time, c.account_id, c.schedule_id, c.cycle_start, c.cycle_at, c.cycle_until,
    metered.meter_id, metered.units::numeric as units
  from events e
  join event_contexts c on c.org_id = e.org_id and c.context_id = e.context_id
  cross join lateral unnest(c.meter_ids, string_to_array(e.units, e'\t')) as metered (meter_id, units)
  where e.status = 1 and e.units <> '' and metered.units <> '';
do $$ begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    grant select on metered_usage to tallymark_app;
  end if;
end $$;

select make_event_partition(0), make_event_partition(1), make_event_partition(2);
update event_partitions set closed_at = clock_timestamp() where number = 0;
select setval('event_blocks', 1::bigint << 31);

-- A login that is itself subject to the walls would see nothing of what it moves.
create function wall_of_owner(forced boolean) returns void language plpgsql as $$
declare
  name text;
begin
  foreach name in array array['events', 'event_contexts', 'event_keys', 'waiting_events', 'usage', 'feature_debits',
    'named_license_marks', 'usage_meters', 'due_work', 'old_events', 'old_event_keys', 'old_usage']
  loop
    if to_regclass(name) is not null then
      execute format('alter table %I %s row level security', name, case when forced then 'force' else 'no force' end);
    end if;
  end loop;
end $$;
select wall_of_owner(false);

-- Events of before, in their order: what they found out stands with each of them.
create function old_meters(pipeline jsonb) returns text[] language sql immutable as $$
  select array(select meter ->> 'id' from jsonb_array_elements(pipeline -> 'usageMeters') as meter)
$$;
create temporary table moved on commit drop as
  select org_id, reference_id, row_number() over (order by reference_id) as seq,
    sha256(convert_to(row(schema_name, account_id, customer_id, pipeline #>> '{pricePlans,0,scheduleId}',
      pipeline #>> '{pricePlans,0,cycleStart}', old_meters(pipeline), account_ref, source_type, source_id)::text,
      'UTF8')) as content
  from old_events;
create unique index on moved (org_id, reference_id);
analyze moved;

insert into event_contexts (org_id, content, schema_name, account_id, customer_id, schedule_id, cycle_start, meter_ids, facts)
select o.org_id, m.content, o.schema_name, o.account_id, o.customer_id, pipeline #>> '{pricePlans,0,scheduleId}',
  (pipeline #>> '{pricePlans,0,cycleStart}')::date, old_meters(pipeline),
  jsonb_build_object('ref', o.account_ref, 'source', jsonb_build_array(o.source_type, o.source_id))
from (select distinct on (org_id, content) * from moved) m
join old_events o on o.org_id = m.org_id and o.reference_id = m.reference_id;
drop function old_meters;

-- The detail is put together as text, which takes half of the time of a document that is built first.
insert into events (event_time, seq, received_at, org_id, context_id, status, event_id, vals, units, detail)
select o.event_time, m.seq, o.received_at, o.org_id, c.context_id,
  array_position(array['INGESTION_COMPLETED_EVENT_METERED', 'INGESTION_COMPLETED_EVENT_NOT_METERED',
    'INGESTION_COMPLETED_NO_MATCHING_METERS', 'INGESTION_FAILED', 'INGESTION_FAILED_SCHEMA_NOT_DEFINED',
    'INGESTION_FAILED_ENRICHMENT_FAILED', 'INGESTION_FAILED_UNITS_INVALID', 'INGESTION_FAILED_PAST_GRACE_PERIOD',
    'INGESTION_FAILED_ACCOUNT_NOT_FOUND', 'INGESTION_FAILED_DUPLICATE_EVENT', 'INGESTION_FAILED_NO_EVENT_ID',
    'INGESTION_FAILED_INVALID_NAMED_LICENSE_EVENT', 'INGESTION_FAILED_INSUFFICIENT_CREDITS', 'REVERTED',
    'INGESTION_IN_PROGRESS', 'UNKNOWN'], o.status),
  event_id_bytes(coalesce(o.event_id, '')), '',
  coalesce((select string_agg(coalesce(meter ->> 'units', ''), e'\t' order by place)
    from jsonb_array_elements(o.pipeline -> 'usageMeters') with ordinality as meters (meter, place)), ''),
  '{"attributes":' || o.attributes::text || ',"dimensions":' || o.dimensions::text || ',"pipeline":' || o.pipeline::text
    || coalesce(',"description":' || to_json(o.status_description)::text, '') || '}'
from old_events o
join moved m on m.org_id = o.org_id and m.reference_id = o.reference_id
join event_contexts c on c.org_id = m.org_id and c.content = m.content;

insert into event_keys (key, seq, org_id)
select event_key(k.event_id), m.seq, k.org_id
from old_event_keys k join moved m on m.org_id = k.org_id and m.reference_id = k.reference_id;

insert into waiting_events (org_id, seq, account_ref, schema_name)
select o.org_id, m.seq,
  case when o.status <> 'INGESTION_FAILED_SCHEMA_NOT_DEFINED' then folded(btrim(o.account_ref)) end,
  case when o.status = 'INGESTION_FAILED_SCHEMA_NOT_DEFINED' then o.schema_name end
from old_events o
join moved m on m.org_id = o.org_id and m.reference_id = o.reference_id
join old_event_keys k on k.org_id = o.org_id and k.reference_id = o.reference_id
where o.status in ('INGESTION_FAILED', 'INGESTION_FAILED_ACCOUNT_NOT_FOUND', 'INGESTION_FAILED_SCHEMA_NOT_DEFINED');

insert into usage (org_id, seq, meter_id, account_id, event_time, units, key)
select u.org_id, m.seq, u.meter_id, u.account_id, u.event_time, u.units, u.key
from old_usage u
join moved m on m.org_id = u.org_id and m.reference_id = u.reference_id
join usage_meters meter on meter.org_id = u.org_id and meter.id = u.meter_id
where meter.aggregation in ('UNIQUE_COUNT', 'LATEST', 'TIME_WEIGHTED_SUM');

update feature_debits d set reference_id = event_reference(m.seq)
from moved m where m.org_id = d.org_id and m.reference_id = d.reference_id;
update named_license_marks n set reference_id = event_reference(m.seq)
from moved m where m.org_id = n.org_id and m.reference_id = n.reference_id;

-- Pages of waiting events went on after a reference; they begin again.
update due_work set payload = payload - 'after' where kind in ('usage.reprocess', 'usage.reprocess_schema');

-- The ids of most of them are over their time and have no keys: they are found by the index of a settled partition.
create index events_0_ids on events_0 (org_id, event_id);
update event_partitions set settled_at = clock_timestamp() where number = 0;

drop table old_events, old_event_keys, old_usage;
select wall_of_owner(true);
drop function wall_of_owner(boolean);
