-- Tables take the names that the API and the code use: scheduled work, seller entities, deltas of usage.
alter table due_work rename to scheduled_work;
alter table scheduled_work rename column parked_at to on_hold_at;
alter table scheduled_work drop column state;
alter table scheduled_work add column state text not null generated always as (
  case when on_hold_at is not null then 'ON_HOLD' when attempts > 0 then 'RETRYING' else 'PLANNED' end) stored;
alter index due_work_order rename to scheduled_work_order;
alter index due_work_openings rename to scheduled_work_openings;
alter index due_work_failing rename to scheduled_work_failing;

create or replace function failing_work_state(out state text, out pieces bigint)
returns setof record language plpgsql as $$
declare
  each_org integer;
  counted record;
  on_hold bigint := 0;
  retrying bigint := 0;
begin
  for each_org in select org_id from organizations where status = 'ACTIVE' loop
    perform set_config('app.org_id', each_org::text, true);
    select count(*) filter (where on_hold_at is not null) as on_hold,
      count(*) filter (where on_hold_at is null) as retrying
    into counted from scheduled_work where org_id = each_org and attempts > 0;
    on_hold := on_hold + counted.on_hold;
    retrying := retrying + counted.retrying;
  end loop;
  perform set_config('app.org_id', '', true);
  return query values ('ON_HOLD', on_hold), ('RETRYING', retrying);
end $$;

alter table usage_additions rename to usage_deltas;

alter table billing_records rename to seller_entities;
alter index billing_records_default rename to seller_entities_default;
alter index billing_records_listed rename to seller_entities_listed;
alter index billing_records_of_logo rename to seller_entities_of_logo;
select audit_table('seller_entities', 'SELLER_ENTITY', '{id}');

-- The setting that names one is named after them.
drop policy portal_wall on seller_entities;
-- An organization at a time, so that the audit log and the processes that cache settings hear of it as of any change.
do $$
declare
  each_org integer;
begin
  perform set_config('app.directory', 'on', true);
  for each_org in select org_id from organizations loop
    perform set_config('app.org_id', each_org::text, true);
    update settings set id = 'SELLER_ENTITY_ID'
    where org_id = each_org and id = 'BILLING_RECORD_ID' and namespace = 'PLATFORM';
  end loop;
  perform set_config('app.org_id', '', true);
  perform set_config('app.directory', '', true);
end $$;
select portal_wall_by('seller_entities', $$is_default or exists (select from settings s
  where s.org_id = seller_entities.org_id and s.id = 'SELLER_ENTITY_ID' and s.value = seller_entities.id)$$);
