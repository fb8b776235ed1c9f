-- The figures of /metrics over all organizations, each by one statement instead of one for each organization. They run
-- with the rights of their owner and say sums only. An owner that is subject to row-level security itself still acts for
-- one organization after the other.

create function is_above_walls() returns boolean language sql stable set search_path = pg_catalog
  as 'select rolsuper or rolbypassrls from pg_roles where rolname = current_user';

-- With the rights of the owner, a request of an organization would learn of the others.
create function require_directory() returns void language plpgsql stable set search_path = pg_catalog as $$
begin
  if current_setting('app.directory', true) is distinct from 'on' then
    raise insufficient_privilege using message = 'figures of all organizations are for the deployment';
  end if;
end $$;

create or replace function outbox_state(out outbox text, out waiting bigint, out oldest timestamptz)
returns setof record language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  each_org integer;
  mails_waiting bigint := 0;
  webhooks_waiting bigint := 0;
  oldest_mail timestamptz;
  oldest_webhook timestamptz;
  found_count bigint;
  found_oldest timestamptz;
begin
  perform require_directory();
  if is_above_walls() then
    return query
      select 'mails', count(*), min(m.created_at)
      from mails m join organizations o on o.org_id = m.org_id and o.status = 'ACTIVE'
      where m.next_attempt_at is not null
      union all
      select 'webhooks', count(*), min(d.created_at)
      from webhook_deliveries d
      join webhook_endpoints e on e.org_id = d.org_id and e.id = d.endpoint_id and e.status = 'ACTIVE'
      join organizations o on o.org_id = d.org_id and o.status = 'ACTIVE'
      where d.next_attempt_at is not null;
    return;
  end if;
  for each_org in select org_id from organizations where status = 'ACTIVE' loop
    perform set_config('app.org_id', each_org::text, true);
    select count(*), min(created_at) into found_count, found_oldest
    from mails where org_id = each_org and next_attempt_at is not null;
    mails_waiting := mails_waiting + found_count;
    oldest_mail := least(oldest_mail, found_oldest);
    select count(*), min(d.created_at) into found_count, found_oldest
    from webhook_deliveries d
    join webhook_endpoints e on e.org_id = d.org_id and e.id = d.endpoint_id and e.status = 'ACTIVE'
    where d.org_id = each_org and d.next_attempt_at is not null;
    webhooks_waiting := webhooks_waiting + found_count;
    oldest_webhook := least(oldest_webhook, found_oldest);
  end loop;
  perform set_config('app.org_id', '', true);
  return query values ('mails', mails_waiting, oldest_mail), ('webhooks', webhooks_waiting, oldest_webhook);
end $$;

create or replace function failing_work_state(out state text, out pieces bigint)
returns setof record language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  each_org integer;
  counted record;
  on_hold bigint := 0;
  retrying bigint := 0;
begin
  perform require_directory();
  if is_above_walls() then
    select count(*) filter (where w.on_hold_at is not null) as on_hold,
      count(*) filter (where w.on_hold_at is null) as retrying
    into counted
    from scheduled_work w join organizations o on o.org_id = w.org_id and o.status = 'ACTIVE'
    where w.attempts > 0;
    return query values ('ON_HOLD', counted.on_hold), ('RETRYING', counted.retrying);
    return;
  end if;
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

-- Work of production that is due and has not been tried: more than 10,000 pieces of an organization are not counted.
create or replace function due_work_state(out pieces bigint, out oldest timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  -- Not in the conditions, where a volatile function would keep the index from finding what is due.
  reached timestamptz := clock_timestamp();
  each_org integer;
  found_count bigint;
  found_oldest timestamptz;
begin
  perform require_directory();
  pieces := 0;
  if is_above_walls() then
    select count(*), min(due.due_at) into pieces, oldest
    from organizations o cross join lateral (
      select w.due_at from scheduled_work w
      where w.org_id = o.org_id and w.due_at <= reached and w.attempts = 0 and w.on_hold_at is null
      order by w.due_at limit 10000) as due
    where o.status = 'ACTIVE' and o.environment = 'production';
    return;
  end if;
  for each_org in select org_id from organizations where status = 'ACTIVE' and environment = 'production' loop
    perform set_config('app.org_id', each_org::text, true);
    select count(*), min(due_at) into found_count, found_oldest
    from (select due_at from scheduled_work
      where org_id = each_org and due_at <= reached and attempts = 0 and on_hold_at is null
      order by due_at limit 10000) as due;
    pieces := pieces + found_count;
    oldest := least(oldest, found_oldest);
  end loop;
  perform set_config('app.org_id', '', true);
end $$;

-- Since how many seconds the oldest job of the queue could run; 0 without one. The application role has no right on the
-- schema of the queue.
create function queue_state(out oldest_seconds double precision)
language plpgsql stable security definer set search_path = pg_catalog, public as $$
declare
  reached timestamptz := clock_timestamp();
begin
  perform public.require_directory();
  select coalesce(extract(epoch from reached - min(run_at)), 0) into oldest_seconds
  from graphile_worker.jobs
  where run_at <= reached and locked_at is null and attempts < max_attempts;
end $$;
