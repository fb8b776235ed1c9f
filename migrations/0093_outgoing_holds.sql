-- Kinds of outgoing messages that wait until an operator releases them, as after a restore: the database may believe
-- that a message is still to be sent which the lost service has sent (docs/decisions/0155). A restore of a database
-- without this table creates it, so it may exist already.
create table if not exists outgoing_holds (
  kind        text primary key check (kind in ('MAIL', 'WEBHOOKS', 'CHARGES')),
  reason      text not null check (char_length(reason) between 1 and 500),
  restored_to timestamptz,               -- the instant of the restored data; null: unknown, or no restore
  held_at     timestamptz not null,
  released_at timestamptz,
  released_by text
);

-- The application role has no right on the table: it may look, and release on behalf of an operator.
create function list_outgoing_holds() returns setof outgoing_holds
  language sql stable security definer set search_path = public, pg_temp
  as 'select * from outgoing_holds';

create function is_outgoing_held(of_kind text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as 'select exists (select from outgoing_holds where kind = of_kind and released_at is null)';

-- The caller must see the deployment as a whole, which no request of an organization does. Returns what it has released.
create function release_outgoing(of_kinds text[], by_name text) returns setof text
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.directory', true) is distinct from 'on' then
    raise insufficient_privilege using message = 'only an operator of the deployment releases outgoing messages';
  end if;
  return query update outgoing_holds set released_at = clock_timestamp(), released_by = by_name
    where kind = any(of_kinds) and released_at is null returning kind;
end $$;
