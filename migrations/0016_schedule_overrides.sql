-- The cards and rules of this schedule stand under this reference instead of that of its plan version. Parts
-- of a schedule that was cut share it. Nobody writes to a reference that a live schedule has.
alter table schedules add column override_reference_id text;
create index schedules_of_override on schedules (org_id, override_reference_id)
  where override_reference_id is not null;
