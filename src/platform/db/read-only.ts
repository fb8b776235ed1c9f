/**
 * Whether a new session of this login and database would be read-only: `default_transaction_read_only` as
 * `alter database` and `alter role` set it now, else as the server's configuration does. The session that
 * asks may be older than the setting, and may have set its own value.
 */
export const EFFECTIVE_READ_ONLY = `coalesce(
  (select split_part(entry, '=', 2)
     from pg_db_role_setting s cross join unnest(s.setconfig) as entry
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and s.setrole in (0, (select oid from pg_roles where rolname = session_user))
      and starts_with(entry, 'default_transaction_read_only=')
    order by s.setrole <> 0 and s.setdatabase <> 0 desc, s.setrole <> 0 desc, s.setdatabase <> 0 desc
    limit 1),
  (select case when source in ('database', 'user', 'database user') then 'off' else reset_val end
     from pg_settings where name = 'default_transaction_read_only'))`;
