create extension if not exists btree_gist;

-- Lower case of every alphabet. A database with the collation C folds A to Z only, so another one is taken there.
do $$
declare
  folding text := '';
begin
  if lower('Ä') <> 'ä' then
    select 'collate ' || quote_ident(collname) into folding from pg_collation
    where collname in ('pg_c_utf8', 'C.utf8', 'C.UTF-8', 'und-x-icu', 'en_US.utf8')
      and collencoding in (-1, pg_char_to_encoding('UTF8'))
    order by array_position(array['pg_c_utf8', 'C.utf8', 'C.UTF-8', 'und-x-icu', 'en_US.utf8'], collname::text) limit 1;
  end if;
  execute format('create function folded(value text) returns text language sql immutable parallel safe
    return lower(value %s) collate "C"', coalesce(folding, ''));
end $$;

-- The organization a transaction acts for. Null when it was never set: then no policy lets a row through.
create function current_org() returns integer
  language sql stable parallel safe
  return nullif(current_setting('app.org_id', true), '')::integer;

-- Every table with organization data goes through here: row-level security on, forced even for the owner,
-- one policy, and the four rights of the application role (append-only tables revoke what they must not have).
create function protect_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format(
    'create policy organization_wall on %s using (org_id = current_org()) with check (org_id = current_org())', name);
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    execute format('grant select, insert, update, delete on %s to tallymark_app', name);
  end if;
end $$;

-- One row per environment: production and sandbox of an organization are two tenants with nothing in common.
create table organizations (
  org_id        integer generated always as identity primary key,
  id            text not null check (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$'),
  environment   text not null check (environment in ('production', 'sandbox')),
  name          text not null,
  status        text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'CLOSED')),
  timezone      text not null default 'UTC',
  base_currency text not null default 'USD',
  rounding_mode text not null default 'HALF_UP' check (rounding_mode in ('HALF_UP', 'HALF_EVEN', 'DOWN')),
  address       jsonb not null default '{}',
  primary_email text not null default '',
  metadata      jsonb not null default '{}',
  clock_at      timestamptz, -- sandbox only: the moved clock; null follows real time
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  row_version   integer not null default 1,
  unique (id, environment)
);
alter table organizations enable row level security;
alter table organizations force row level security;
-- The directory flag lets the process find the organizations it works for; rows of other tables stay behind their wall.
create policy organization_wall on organizations
  using (org_id = current_org() or current_setting('app.directory', true) = 'on')
  with check (org_id = current_org() or current_setting('app.directory', true) = 'on');

create table organization_currencies (
  org_id     integer not null references organizations,
  currency   text not null,
  rate       numeric(38, 18) not null check (rate > 0), -- to the base currency, for reports only
  created_at timestamptz not null,
  primary key (org_id, currency)
);
select protect_table('organization_currencies');

create table api_keys (
  org_id      integer not null references organizations,
  id          text not null,
  name        text not null,
  prefix      text not null,          -- first characters of the secret, to recognise a key in a list
  secret_hash bytea not null,         -- SHA-256; the secret itself is shown once and never stored
  scopes      text[] not null,
  status      text not null check (status in ('ACTIVE', 'INACTIVE', 'DELETED')),
  expires_at  timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (org_id, id)
);
create unique index api_keys_secret_hash on api_keys (secret_hash);
select protect_table('api_keys');
-- Before the organization is known, a credential reveals exactly the row whose hash the caller holds.
create policy credential_lookup on api_keys for select
  using (encode(secret_hash, 'hex') = current_setting('app.credential', true));

-- Keys of the deployment (page tokens, access tokens, signed links). Not readable by the application role.
create table deployment_secrets (
  name       text primary key,
  value      text not null,
  created_at timestamptz not null default now()
);

create table idempotency_keys (
  org_id          integer not null references organizations,
  subject         text not null,
  operation       text not null,
  key             text not null,
  path            text not null,
  body_hash       bytea not null,
  response_status integer,
  response_body   text,
  created_at      timestamptz not null default clock_timestamp(),
  primary key (org_id, subject, operation, path, key)
);
select protect_table('idempotency_keys');
create index idempotency_keys_age on idempotency_keys (created_at);

-- Everything that will have to be done at an instant of the organization's clock, in one ordered list.
create table due_work (
  org_id     integer not null references organizations,
  id         bigint generated always as identity,
  kind       text not null,
  key        text not null,           -- one piece of work of a kind per key: re-planning moves it
  due_at     timestamptz not null,
  rank       smallint not null,       -- order among pieces due at the same instant
  payload    jsonb not null default '{}',
  attempts   integer not null default 0,
  last_error text,
  parked_at  timestamptz,             -- set when attempts ran out; an operator re-plans it
  primary key (org_id, id),
  unique (org_id, kind, key)
);
create index due_work_order on due_work (org_id, due_at, rank, id) where parked_at is null;
select protect_table('due_work');

do $$
begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    grant select, insert, update on organizations to tallymark_app;
  end if;
end $$;

-- The queue's tables belong to the migrating role; this is the one door to it, in the caller's transaction.
create function enqueue_job(identifier text, payload jsonb, job_key text, run_at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform graphile_worker.add_job(identifier, payload => payload::json, job_key => job_key,
    run_at => run_at, job_key_mode => 'replace', max_attempts => 20);
end $$;
