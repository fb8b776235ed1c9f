-- People who log in (docs/decisions/0125). A user belongs to the deployment and has one row, whatever organizations it
-- is a member of; everything else belongs to an organization.

-- The user whose own rows a transaction may see. Null when it was never set: then no policy of users lets a row through.
create function current_person() returns text language sql stable parallel safe as $$
  select nullif(current_setting('app.user_id', true), '')
$$;

create table users (
  id                  text primary key,
  email               text not null, -- NFC, lower case
  name                text not null,
  password_hash       text,
  created_at          timestamptz not null,
  updated_at          timestamptz not null
);
create unique index users_email on users (email);

-- Single use; only hashes are stored.
create table user_password_tokens (
  user_id    text not null references users on delete cascade,
  token_hash text not null,
  expires_at timestamptz not null,
  primary key (user_id, token_hash)
);

do $$
declare
  each record;
begin
  for each in select * from (values ('users', 'id'), ('user_password_tokens', 'user_id')) as t (name, owner) loop
    execute format('alter table %I enable row level security', each.name);
    execute format('alter table %I force row level security', each.name);
    execute format('create policy person_wall on %I using (%I = (select current_person()))
      with check (%2$I = (select current_person()))', each.name, each.owner);
    perform portal_wall_by(each.name::regclass, 'false');
    if exists (select from pg_roles where rolname = 'tallymark_app') then
      execute format('grant select, insert, update, delete on %I to tallymark_app', each.name);
    end if;
  end loop;
end $$;
-- Before a user is known, the hash of an e-mail reveals the row of that e-mail.
create policy email_lookup on users for select
  using (encode(sha256(convert_to(email, 'UTF8')), 'hex') = current_setting('app.credential', true));

create table custom_roles (
  org_id      integer not null references organizations,
  id          text not null,
  name        text not null,
  scopes      text[] not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  row_version integer not null default 1,
  primary key (org_id, id),
  constraint custom_roles_name unique (org_id, name)
);
select protect_table('custom_roles');

-- A membership of the production environment covers the sandbox, too; one of the sandbox covers nothing else.
create table memberships (
  org_id            integer not null references organizations,
  user_id           text not null references users,
  role              text check (role in ('ADMINISTRATOR', 'FINANCE', 'SUPPORT', 'PRODUCT_MANAGER', 'DEVELOPER', 'ANALYST')),
  custom_role_id    text,
  last_login_at     timestamptz,
  security_event    text,        -- the last one, for the audit log, which has all of them
  security_event_at timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  row_version       integer not null default 1,
  primary key (org_id, user_id),
  foreign key (org_id, custom_role_id) references custom_roles (org_id, id),
  constraint memberships_one_role check ((role is null) <> (custom_role_id is null))
);
create index memberships_of_user on memberships (user_id);
create index memberships_of_role on memberships (org_id, custom_role_id) where custom_role_id is not null;
select protect_table('memberships');
create policy own_memberships on memberships for select using (user_id = (select current_person()));
create policy own_roles on custom_roles for select using (exists (
  select from memberships m where m.org_id = custom_roles.org_id and m.custom_role_id = custom_roles.id
    and m.user_id = (select current_person())));
create policy colleagues on users for select using (exists (
  select from memberships m where m.org_id = (select current_org()) and m.user_id = users.id));

create table sessions (
  org_id         integer not null references organizations,
  id             text not null,
  user_id        text not null,
  secret_hash    bytea not null,   -- SHA-256 of the cookie's value
  previous_hash  bytea,            -- of the value before the last rotation, for requests under way
  previous_until timestamptz,
  address        text not null,
  browser        text not null,
  created_at     timestamptz not null,
  rotated_at     timestamptz not null,
  last_used_at   timestamptz not null,
  expires_at     timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, user_id) references memberships (org_id, user_id) on delete cascade
);
create unique index sessions_secret_hash on sessions (secret_hash);
create index sessions_previous_hash on sessions (previous_hash) where previous_hash is not null;
create index sessions_of_member on sessions (org_id, user_id);
create index sessions_of_user on sessions (user_id);
select protect_table('sessions');
create policy credential_lookup on sessions for select
  using (current_setting('app.credential', true) in (encode(secret_hash, 'hex'), encode(previous_hash, 'hex')));
create policy own_sessions on sessions for select using (user_id = (select current_person()));
create policy own_sessions_end on sessions for delete using (user_id = (select current_person()));

create table invitations (
  org_id         integer not null references organizations,
  id             text not null,
  email          text not null,
  role           text check (role in ('ADMINISTRATOR', 'FINANCE', 'SUPPORT', 'PRODUCT_MANAGER', 'DEVELOPER', 'ANALYST')),
  custom_role_id text,
  token_hash     text not null,
  invited_by     text not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  expires_at     timestamptz not null,
  row_version    integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, custom_role_id) references custom_roles (org_id, id),
  constraint invitations_email unique (org_id, email),
  constraint invitations_one_role check ((role is null) <> (custom_role_id is null))
);
create index invitations_of_token on invitations (org_id, token_hash);
create index invitations_of_role on invitations (org_id, custom_role_id) where custom_role_id is not null;
select protect_table('invitations');

-- The operator's way in: printed on the terminal, single use.
create table setup_links (
  org_id     integer not null references organizations,
  id         text not null,
  token_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (org_id, id)
);
select protect_table('setup_links');

select portal_wall_by(closed, 'false')
from unnest(array['custom_roles', 'memberships', 'sessions', 'invitations', 'setup_links']::regclass[]) as closed;

-- Whether anybody can log in to any organization; asked at each start.
create function has_users() returns boolean language plpgsql as $$
declare
  each_org integer;
  is_found boolean := false;
begin
  for each_org in select org_id from organizations order by org_id loop
    perform set_config('app.org_id', each_org::text, true);
    select exists (select from memberships where org_id = each_org) into is_found;
    exit when is_found;
  end loop;
  perform set_config('app.org_id', '', true);
  return is_found;
end $$;

-- The audit log names the person who acts. What was sealed before keeps its text: a name stands in it only if there is one.
alter table audit_log drop constraint audit_log_actor_type_check;
alter table audit_log add constraint audit_log_actor_type_check
  check (actor_type in ('API_KEY', 'ACCESS_TOKEN', 'PORTAL_TOKEN', 'USER', 'SYSTEM')) not valid;
alter table audit_log add column actor_name text;
create or replace function audit_entry_text(entry audit_log) returns text language sql stable set timezone = 'UTC' as $$
  select (jsonb_build_array(entry.org_id, entry.id, entry.at, entry.written_at, entry.actor_type, entry.actor_id,
    entry.actor_contact, entry.request_id, entry.operation_id, entry.entity_type, entry.entity_id, entry.action,
    entry.before, entry.after)
    || case when entry.actor_address is null and entry.actor_name is null then '[]'
      else jsonb_build_array(entry.actor_address) end
    || case when entry.actor_name is null then '[]' else jsonb_build_array(entry.actor_name) end)::text
$$;
do $$
declare
  written text := pg_get_functiondef('note_audited_change()'::regprocedure);
begin
  written := replace(written, 'actor_contact, actor_address,', 'actor_contact, actor_address, actor_name,');
  written := replace(written, 'actor ->> ''address'', ', 'actor ->> ''address'', actor ->> ''name'', ');
  if written not like '%actor_name%' or written not like '%->> ''name''%' then
    raise exception 'note_audited_change() has another form';
  end if;
  execute written;
end $$;

select audit_table('custom_roles', 'CUSTOM_ROLE', '{id}');
select audit_table('memberships', 'MEMBERSHIP', '{user_id}', quiet => '{last_login_at}');
select audit_table('sessions', 'SESSION', '{id}', quiet => '{address, browser}',
  omitted => '{secret_hash, previous_hash, previous_until, rotated_at, last_used_at}');
select audit_table('invitations', 'INVITATION', '{id}', omitted => '{token_hash}');
select audit_table('setup_links', 'SETUP_LINK', '{id}', omitted => '{token_hash}');

alter table api_keys drop constraint api_keys_role_check;
alter table api_keys add constraint api_keys_role_check
  check (role in ('ADMINISTRATOR', 'FINANCE', 'SUPPORT', 'PRODUCT_MANAGER', 'DEVELOPER', 'ANALYST'));

-- As before (0063); people stay, and so does the way to invite them.
create or replace function kept_by_wipe(table_name text) returns boolean language sql immutable as $$
  select table_name in ('organizations', 'organization_currencies', 'currency_rates', 'api_keys',
    'audit_log', 'audit_unsealed', 'audit_seals', 'audit_chains',
    'catalog_changes', -- tells processes to forget what was wiped
    'wiped_files', 'pending_files',
    'custom_roles', 'memberships', 'sessions', 'invitations', 'setup_links')
$$;
