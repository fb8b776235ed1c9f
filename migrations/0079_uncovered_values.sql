-- Values of dimensions, such as a new model, that arrived in an event and that no meter accepts: noted once, in the
-- transaction that stores the event, so that an alert tells of them at once (docs/decisions/0142).
create table uncovered_values (
  org_id        integer not null references organizations,
  schema_name   text not null,
  dimension     text not null,
  value         text not null,
  first_seen_at timestamptz not null,
  primary key (org_id, schema_name, dimension, value)
);
select protect_table('uncovered_values');
select portal_wall_by('uncovered_values', 'false');
