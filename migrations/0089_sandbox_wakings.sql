-- A sandbox clock that stands still reaches a date by a move only, which runs what is due itself. Jobs that wake the worker
-- on that date in real time would stay in the queue until that year.
create function forget_wakings(of_org bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where task_identifier = 'run_due_work' and starts_with(key, 'due:' || of_org || ':')
      and run_at > clock_timestamp() and locked_at is null));
end $$;

do $$
declare each_org bigint;
begin
  -- The queue is created after the tables, in a new database.
  if to_regclass('graphile_worker.jobs') is null then return; end if;
  perform set_config('app.directory', 'on', true);
  for each_org in select org_id from organizations where environment = 'sandbox' and clock_at is not null loop
    perform forget_wakings(each_org);
  end loop;
  perform set_config('app.directory', '', true);
end $$;
