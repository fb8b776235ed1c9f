-- What an operator sees of all organizations (docs/decisions/0139).

-- Work of production that is due and has not been tried: more than 10,000 pieces of an organization are not counted.
create function due_work_state(out pieces bigint, out oldest timestamptz) language plpgsql as $$
declare
  each_org integer;
  found_count bigint;
  found_oldest timestamptz;
begin
  pieces := 0;
  for each_org in select org_id from organizations where status = 'ACTIVE' and environment = 'production' loop
    perform set_config('app.org_id', each_org::text, true);
    select count(*), min(due_at) into found_count, found_oldest
    from (select due_at from scheduled_work
      where org_id = each_org and due_at <= clock_timestamp() and attempts = 0 and on_hold_at is null
      order by due_at limit 10000) as due;
    pieces := pieces + found_count;
    oldest := least(oldest, found_oldest);
  end loop;
  perform set_config('app.org_id', '', true);
end $$;

-- Failing work of all organizations, the longest first, without what it is about.
create function failing_work_list(most integer, out organization_id text, out environment text, out id bigint,
  out kind text, out state text, out attempts integer, out reason text, out failing_since timestamptz)
returns setof record language plpgsql as $$
declare
  each_org record;
  left_over integer := most;
  found_count integer;
begin
  for each_org in select o.org_id, o.id, o.environment from organizations o where o.status = 'ACTIVE' order by o.org_id loop
    exit when left_over <= 0;
    perform set_config('app.org_id', each_org.org_id::text, true);
    return query select each_org.id, each_org.environment, w.id::bigint, w.kind,
      case when w.on_hold_at is null then 'RETRYING' else 'ON_HOLD' end, w.attempts::integer, w.reason, w.failing_since
      from scheduled_work w where w.org_id = each_org.org_id and w.attempts > 0
      order by w.failing_since limit left_over;
    get diagnostics found_count = row_count;
    left_over := left_over - found_count;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    grant select (name) on schema_migrations to tallymark_app;
  end if;
end $$;
