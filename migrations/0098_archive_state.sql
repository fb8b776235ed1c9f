-- beside: yes
-- How many complete segments of the write-ahead log wait to be archived, and since when the oldest does (docs/
-- decisions/0156). Null where the log is not archived, or where the owner may not see that.
create function archive_state(out waiting double precision, out oldest_seconds double precision)
language plpgsql stable security definer set search_path = pg_catalog, public as $$
begin
  perform public.require_directory();
  if current_setting('archive_mode') = 'off' then return; end if;
  select count(*), greatest(0, coalesce(extract(epoch from clock_timestamp() - min(modification)), 0))
  into waiting, oldest_seconds
  from pg_ls_archive_statusdir() where name like '%.ready';
exception when insufficient_privilege then
  waiting := null;
  oldest_seconds := null;
end $$;
