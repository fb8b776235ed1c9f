-- Several payment providers of an organization: each names the countries of the payers whom it asks, and one, the
-- default, asks everybody else. What is asked of a provider stays with it, whatever is set later.
alter table payment_connections add column is_default boolean not null default true;
alter table payment_connections alter column is_default drop default;
alter table payment_connections drop constraint payment_connections_org_id_key;
create unique index payment_connections_default on payment_connections (org_id) where is_default;
-- Sources of payments and the settings of customers are called by it: the same letters would be the same customer.
create unique index payment_connections_name
  on payment_connections (org_id, (regexp_replace(name, '[^A-Za-z0-9_-]', '', 'g')));

-- Whatever runs at the same time: a country has one.
create table payment_connection_countries (
  org_id        integer not null references organizations,
  country       text not null check (country ~ '^[A-Z]{2}$'),
  connection_id text not null,
  primary key (org_id, country),
  foreign key (org_id, connection_id) references payment_connections (org_id, id) on delete cascade
);
create index payment_connection_countries_of on payment_connection_countries (org_id, connection_id);
select protect_table('payment_connection_countries');
select portal_wall_by('payment_connection_countries', 'false');
select audit_table('payment_connection_countries', 'PAYMENT_PROVIDER_COUNTRY', '{country}');

-- Until now an organization had one connection at most, and never lost it: everything that was asked was asked of it.
alter table payment_requests add column connection_id text;
alter table provider_calls add column connection_id text;
alter table provider_events add column connection_id text;
do $$
declare
  forced boolean;
  name text;
begin
  select relforcerowsecurity into forced from pg_class where oid = 'payment_requests'::regclass;
  foreach name in array array['payment_connections', 'payment_requests', 'provider_calls', 'provider_events', 'due_work']
  loop
    execute format('alter table %I no force row level security', name);
  end loop;
  -- It is no change that somebody made.
  alter table payment_requests disable trigger audit_update;
  foreach name in array array['payment_requests', 'provider_calls', 'provider_events'] loop
    execute format('update %I r set connection_id = c.id from payment_connections c where c.org_id = r.org_id', name);
  end loop;
  alter table payment_requests enable trigger audit_update;
  update due_work d set payload = d.payload || jsonb_build_object('connectionId', c.id)
  from payment_connections c where c.org_id = d.org_id and d.kind = 'payment_requests.provider_said';
  if forced then
    foreach name in array array['payment_connections', 'payment_requests', 'provider_calls', 'provider_events', 'due_work']
    loop
      execute format('alter table %I force row level security', name);
    end loop;
  end if;
end $$;
alter table payment_requests alter column connection_id set not null;
alter table payment_requests add foreign key (org_id, connection_id) references payment_connections (org_id, id);
create index payment_requests_of_connection on payment_requests (org_id, connection_id);
alter table provider_calls alter column connection_id set not null;
alter table provider_calls add foreign key (org_id, connection_id) references payment_connections (org_id, id);
-- Two providers may call their events by the same id.
alter table provider_events alter column connection_id set not null;
alter table provider_events add foreign key (org_id, connection_id) references payment_connections (org_id, id);
alter table provider_events drop constraint provider_events_pkey;
alter table provider_events add primary key (org_id, connection_id, id);

-- What a wallet holds for a draft that comes to nothing is nothing, and no entry that is open. For the draft of a group
-- the wallets of several members hold money.
do $$
declare
  forced boolean;
begin
  select relforcerowsecurity into forced from pg_class where oid = 'wallet_entries'::regclass;
  alter table wallet_entries no force row level security;
  -- The balance stays, and so does the one after each entry.
  alter table wallet_entries disable trigger follow_wallet_entry;
  update wallet_entries set status = 'COMPLETED', description = 'Hold released' where status = 'ON_HOLD' and amount = 0;
  alter table wallet_entries enable trigger follow_wallet_entry;
  if forced then
    alter table wallet_entries force row level security;
  end if;
end $$;
alter table wallet_entries add constraint wallet_entries_open_hold check (status <> 'ON_HOLD' or amount > 0);
drop index wallet_entries_holds;
create unique index wallet_entries_holds on wallet_entries (org_id, entity_id, account_id) where status = 'ON_HOLD';
create index wallet_entries_of_holds on wallet_entries (org_id, account_id, entity_id, ordinal desc)
  where requested is not null;

-- What was asked of hooks and providers is kept for 30 days, but for what decides something. Nobody else deletes it.
create index finalization_calls_by_age on finalization_calls (org_id, created_at)
  where status <> 'OPEN' and (not is_current or status = 'DROPPED');
create index provider_calls_by_age on provider_calls (org_id, created_at) where status <> 'OPEN';
create index provider_events_by_age on provider_events (org_id, received_at) where outcome = 'IGNORED';
create policy kept_rows on finalization_calls as restrictive for delete
  using (status <> 'OPEN' and (not is_current or status = 'DROPPED')
    and created_at < clock_timestamp() - interval '30 days');
create policy kept_rows on provider_calls as restrictive for delete
  using (status <> 'OPEN' and created_at < clock_timestamp() - interval '30 days');
create policy kept_rows on provider_events as restrictive for delete
  using (outcome = 'IGNORED' and received_at < clock_timestamp() - interval '30 days');
do $$
begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    grant delete on finalization_calls, provider_calls, provider_events to tallymark_app;
  end if;
end $$;

-- Timed work that fails rests in real time before it is tried again, and is seen by whoever looks after it.
alter table due_work
  add column retry_at timestamptz,       -- of a piece that failed: not before, in real time
  add column failing_since timestamptz,  -- in real time
  add column reason text,                -- of its last failure, for whoever looks after the organization
  add column state text not null generated always as (
    case when parked_at is not null then 'PARKED' when attempts > 0 then 'RETRYING' else 'PLANNED' end) stored;
do $$
declare
  forced boolean;
begin
  select relforcerowsecurity into forced from pg_class where oid = 'due_work'::regclass;
  alter table due_work no force row level security;
  update due_work set failing_since = coalesce(parked_at, clock_timestamp()) where attempts > 0;
  if forced then
    alter table due_work force row level security;
  end if;
end $$;
alter table due_work add check (attempts = 0 or failing_since is not null);
create index due_work_failing on due_work (org_id, failing_since desc, id) where attempts > 0;

-- The numbers for /metrics, of all organizations together. The caller may list organizations; what it learns of them is
-- a sum.
create function failing_work_state(out state text, out pieces bigint) returns setof record language plpgsql as $$
declare
  each_org integer;
  counted record;
  parked bigint := 0;
  retrying bigint := 0;
begin
  for each_org in select org_id from organizations where status = 'ACTIVE' loop
    perform set_config('app.org_id', each_org::text, true);
    select count(*) filter (where parked_at is not null) as parked, count(*) filter (where parked_at is null) as retrying
    into counted from due_work where org_id = each_org and attempts > 0;
    parked := parked + counted.parked;
    retrying := retrying + counted.retrying;
  end loop;
  perform set_config('app.org_id', '', true);
  return query values ('PARKED', parked), ('RETRYING', retrying);
end $$;
