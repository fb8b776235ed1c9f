-- beside: yes
-- Since how many seconds the first of the commits that wait for a synchronous standby does; 0 without. While they wait,
-- no caller gets a response, and the database seems to be well. Only the owner of a session sees what it waits for.
create function commit_wait_state(out oldest_seconds double precision)
language plpgsql stable security definer set search_path = pg_catalog, public as $$
begin
  perform public.require_directory();
  select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0) into oldest_seconds
  from pg_stat_activity where datname = current_database() and wait_event = 'SyncRep';
end $$;
