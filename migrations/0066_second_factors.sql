-- One-time codes as a second factor (docs/decisions/0126). Like users, these rows belong to the person.
create table user_totp (
  user_id      text primary key references users on delete cascade,
  secret       text not null,      -- sealed
  last_step    bigint not null,    -- the period of the last accepted code: none is accepted twice
  confirmed_at timestamptz,        -- null until a code has shown that the app has the secret
  created_at   timestamptz not null
);
create table user_recovery_codes (
  user_id   text not null references users on delete cascade,
  code_hash text not null,         -- SHA-256 of the user and 80 random bits
  primary key (user_id, code_hash)
);

do $$
declare
  name text;
begin
  foreach name in array array['user_totp', 'user_recovery_codes'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy person_wall on %I using (user_id = (select current_person()))
      with check (user_id = (select current_person()))', name);
    perform portal_wall_by(name::regclass, 'false');
    if exists (select from pg_roles where rolname = 'tallymark_app') then
      execute format('grant select, insert, update, delete on %I to tallymark_app', name);
    end if;
  end loop;
end $$;

-- Which members have a second factor, their organizations may know.
alter table users add column has_second_factor boolean not null default false;
