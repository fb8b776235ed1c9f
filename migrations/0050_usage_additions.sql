-- What groups of few events added to usage, as it was said: a row a group, whatever the number of its contexts. It
-- counts from its commit on, because the views below add it up with the sums; it goes into the sums of hours and cycles
-- thousands of additions at a time, when many are of the same row. To add one event to two sums took PostgreSQL
-- two fifths of what the event took it.

-- As arrays: one place a context, hour and part, in each of them; a column that no meter of the group has is null. What
-- is added to hours is added to cycles, too, by contexts that have one; those that have none stand in rows of their own.
create table usage_additions (
  org_id      integer not null,
  id          bigint generated always as identity,
  has_cycle   boolean not null,
  context_ids integer[] not null,
  parts       smallint[] not null,
  hour_ats    timestamptz[] not null,
  units1      text[],
  units2      text[],
  units3      text[],
  units4      text[],
  events1     integer[],
  events2     integer[],
  events3     integer[],
  events4     integer[],
  primary key (org_id, id)
-- A place is looked up in an array as it stands: moved out of the row, all of it would be fetched each time.
) with (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
select protect_busy_table('usage_additions');
-- A group has events of several accounts: a portal sees the row when one of the contexts is its own, and in the views
-- nothing of it but what belongs to contexts that it sees.
create policy portal_wall on usage_additions as restrictive using (
  coalesce(context_ids && (select case when is_portal() then portal_contexts() end)::integer[], true));

-- Additions are found by the contexts of an account, and only what is found is unpacked: a thousand rows take a
-- millisecond to look through.
create view added_usage with (security_invoker = true) as
  select a.org_id, c.account_id, c.schedule_id, c.cycle_start, a.has_cycle, a.hour_ats[at.place] as hour_at,
    c.meter_ids[a.parts[at.place] * 4 + of_meter.place] as meter_id, of_meter.units, of_meter.events
  from usage_additions a
  join event_contexts c on c.org_id = a.org_id and c.context_id = any (a.context_ids)
  cross join lateral unnest(array_positions(a.context_ids, c.context_id)) as at (place)
  cross join lateral (values (1, a.units1[at.place]::numeric, a.events1[at.place]::bigint),
    (2, a.units2[at.place]::numeric, a.events2[at.place]::bigint),
    (3, a.units3[at.place]::numeric, a.events3[at.place]::bigint),
    (4, a.units4[at.place]::numeric, a.events4[at.place]::bigint)) as of_meter (place, units, events)
  where of_meter.events > 0;
do $$ begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    grant select on added_usage to tallymark_app;
  end if;
end $$;

create or replace view usage_hours with (security_invoker = true) as
  select org_id, account_id, meter_id, hour_at, slot, units, events from account_hours
  union all
  select h.org_id, c.account_id, c.meter_ids[h.part * 4 + of_meter.place], h.hour_at, h.slot, of_meter.units,
    of_meter.events
  from context_hours h
  join event_contexts c on c.org_id = h.org_id and c.context_id = h.context_id
  cross join lateral (values (1, h.units1, h.events1), (2, h.units2, h.events2), (3, h.units3, h.events3),
    (4, h.units4, h.events4)) as of_meter (place, units, events)
  where of_meter.events > 0
  union all
  select org_id, account_id, meter_id, hour_at, 0::smallint, units, events from added_usage;
create or replace view usage_cycles with (security_invoker = true) as
  select org_id, account_id, schedule_id, cycle_start, meter_id, slot, units, events from account_cycles
  union all
  select u.org_id, c.account_id, c.schedule_id, c.cycle_start, c.meter_ids[u.part * 4 + of_meter.place], u.slot,
    of_meter.units, of_meter.events
  from context_cycles u
  join event_contexts c on c.org_id = u.org_id and c.context_id = u.context_id
  cross join lateral (values (1, u.units1, u.events1), (2, u.units2, u.events2), (3, u.units3, u.events3),
    (4, u.units4, u.events4)) as of_meter (place, units, events)
  where of_meter.events > 0
  union all
  select org_id, account_id, schedule_id, cycle_start, meter_id, 0::smallint, units, events from added_usage
  where has_cycle;
