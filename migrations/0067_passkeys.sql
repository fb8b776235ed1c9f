-- Passkeys (docs/decisions/0129). Like the second factor, they belong to the person.
create table user_passkeys (
  user_id       text not null references users on delete cascade,
  id            text not null,
  credential_id text not null,    -- base64url, chosen by the authenticator
  public_key    bytea not null,   -- COSE
  counter       bigint not null,  -- the highest signature counter so far; 0: the authenticator does not count
  transports    text[] not null,
  is_synced     boolean not null, -- kept by a password manager, on several devices
  name          text not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  primary key (user_id, id)
);
create unique index user_passkeys_credential on user_passkeys (credential_id);
alter table user_passkeys enable row level security;
alter table user_passkeys force row level security;
create policy person_wall on user_passkeys using (user_id = (select current_person()))
  with check (user_id = (select current_person()));

-- What an authenticator has to sign, once and soon. Nobody is known yet when a login begins: whoever knows a challenge
-- sees its row, and everybody may delete those that are over.
create table passkey_challenges (
  challenge_hash text primary key, -- SHA-256 of 256 random bits
  user_id        text references users on delete cascade,
  session_id     text,             -- adding a passkey: the session in which it began
  browser_hash   text,             -- a login: the browser in which it began
  expires_at     timestamptz not null,
  check ((user_id is null) = (session_id is null) and (user_id is null) = (browser_hash is not null))
);
create index passkey_challenges_over on passkey_challenges (expires_at);
alter table passkey_challenges enable row level security;
alter table passkey_challenges force row level security;
create policy credential_wall on passkey_challenges
  using (challenge_hash = current_setting('app.credential', true))
  with check (challenge_hash = current_setting('app.credential', true));
create policy over_seen on passkey_challenges for select using (expires_at < now());
create policy over_deleted on passkey_challenges for delete using (expires_at < now());

do $$
declare
  name text;
begin
  foreach name in array array['user_passkeys', 'passkey_challenges'] loop
    perform portal_wall_by(name::regclass, 'false');
    if exists (select from pg_roles where rolname = 'tallymark_app') then
      execute format('grant select, insert, update, delete on %I to tallymark_app', name);
    end if;
  end loop;
end $$;

-- How the person has proven who it is.
alter table sessions add column authenticated_by text not null default 'PASSWORD'
  check (authenticated_by in ('PASSWORD', 'PASSKEY'));
select audit_table('sessions', 'SESSION', '{id}', quiet => '{address, browser}',
  omitted => '{secret_hash, previous_hash, previous_until, rotated_at, last_used_at}');
