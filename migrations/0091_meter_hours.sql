-- Usage of a meter in an hour, of all accounts together: metrics of a whole organization add up some thousand rows
-- instead of millions by account (docs/decisions/0152). Meters of MAX and MIN have none: their extremes are not added
-- up, and a correction may reduce them.
create table meter_hours (
  org_id   integer not null,
  meter_id text not null,
  hour_at  timestamptz not null,
  units    numeric not null,
  events   bigint not null,
  primary key (org_id, meter_id, hour_at)
) with (fillfactor = 70);
select protect_busy_table('meter_hours');
select portal_wall_by('meter_hours', 'false');

-- What transactions changed in rows by account and context, until compaction adds it to meter_hours: a row each, because
-- all writers of an organization would wait for each other at the current hour. Usage in usage_deltas is not here:
-- compaction adds it to all sums at once.
create table meter_hour_changes (
  org_id    integer not null,
  id        bigint generated always as identity,
  meter_ids text[] not null,
  hour_ats  timestamptz[] not null,
  units     numeric[] not null,
  events    bigint[] not null,
  primary key (org_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 2000);
select protect_busy_table('meter_hour_changes');
select portal_wall_by('meter_hour_changes', 'false');

-- Organizations whose meter_hours lack what was stored before: the hourly maintenance recounts them and deletes the row,
-- and until then their metrics are added up by account.
create table uncounted_meter_hours (
  org_id integer primary key
);
select protect_table('uncounted_meter_hours');
select portal_wall_by('uncounted_meter_hours', 'false');
alter table uncounted_meter_hours no force row level security;
alter table organizations no force row level security;
insert into uncounted_meter_hours select org_id from organizations;
alter table organizations force row level security;
alter table uncounted_meter_hours force row level security;
