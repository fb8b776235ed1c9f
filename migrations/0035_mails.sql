-- Mails on their way, and what was tried. All times are real ones: the outside world has no sandbox clock.
create table mails (
  org_id          integer not null references organizations,
  id              text not null,
  invoice_id      text,
  account_id      text,                   -- whose it is; null of a group's
  status          text not null check (status in ('PENDING', 'RETRYING', 'SENT', 'FAILED')),
  to_addresses    text[] not null,
  cc_addresses    text[] not null,
  remaining       text[] not null,        -- whom the next attempt is for
  refused         text[] not null default '{}',
  reply_to        text,
  subject         text not null,
  text_body       text not null,
  html_body       text not null,
  file_id         text,                   -- what is attached
  requested_by    text,                   -- the credential that asked for it; null: the service by itself
  round           integer not null default 1, -- counts how often it was begun; part of the id of its message
  failures        integer not null default 0, -- of the round
  attempts        integer not null default 0,
  next_attempt_at timestamptz,            -- while it is attempted: when somebody else may take it over
  lease           text,
  error           text,                   -- why it failed
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, file_id) references files (org_id, id),
  check ((status in ('PENDING', 'RETRYING')) = (next_attempt_at is not null)),
  check (cardinality(to_addresses) + cardinality(cc_addresses) <= 20)
);
create index mails_due on mails (org_id, next_attempt_at) where next_attempt_at is not null;
create index mails_listed on mails (org_id, created_at desc, id collate "C");
create index mails_of_invoice on mails (org_id, invoice_id, created_at desc) where invoice_id is not null;
create index mails_of_account on mails (org_id, account_id, created_at desc, id collate "C")
  where account_id is not null;
create index mails_of_status on mails (org_id, status, created_at desc, id collate "C");
create index mails_of_file on mails (org_id, file_id) where file_id is not null;
select protect_busy_table('mails');

create table mail_attempts (
  org_id      integer not null references organizations,
  mail_id     text not null,
  number      integer not null,
  started_at  timestamptz not null,
  duration_ms integer not null,
  way         text not null check (way in ('SMTP', 'CAPTURE')),
  message_id  text not null,
  accepted    text[] not null,
  refused     text[] not null,
  status_code integer,
  answer      text,
  error       text,
  primary key (org_id, mail_id, number),
  foreign key (org_id, mail_id) references mails (org_id, id) on delete cascade
);
select protect_busy_table('mail_attempts');

select portal_wall_by(closed, 'false') from unnest(array['mails', 'mail_attempts']::regclass[]) as closed;

-- Who has not paid when the last day of payment is over is told from now on, of what is open already too.
do $$
declare
  forced boolean;
begin
  select relforcerowsecurity into forced from pg_class where oid = 'invoices'::regclass;
  alter table invoices no force row level security;
  alter table organizations no force row level security;
  alter table due_work no force row level security;
  insert into due_work (org_id, kind, key, due_at, rank, payload)
  select org_id, 'invoices.overdue', day, due_date + interval '1 ms', 97, jsonb_build_object('dueDate', day, 'after', '')
  from (
    select distinct i.org_id, i.due_date,
      to_char(i.due_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as day
    from invoices i join organizations o on o.org_id = i.org_id
    where i.status in ('DUE', 'PARTIALLY_PAID') and i.invoice_class = 'INVOICE'
      and i.due_date >= coalesce(o.clock_at, now())) as dated
  on conflict do nothing;
  if forced then
    alter table invoices force row level security;
    alter table organizations force row level security;
    alter table due_work force row level security;
  end if;
end $$;

-- Since when a webhook has subscribed to what it does, in real time: what was told since has to be on its way to it.
alter table webhook_endpoints add column subscribed_since timestamptz not null default clock_timestamp();
create function note_subscription() returns trigger language plpgsql as $$
begin
  new.subscribed_since := clock_timestamp();
  return new;
end $$;
create trigger note_subscription before update of types, status on webhook_endpoints for each row
  when ((old.types, old.status) is distinct from (new.types, new.status)) execute function note_subscription();
select audit_table('webhook_endpoints', 'WEBHOOK', '{id}', masked => '{secrets}', omitted => '{subscribed_since}',
  quiet => '{failing_since}');

-- From where a change was asked for. What was sealed before keeps its text: an address stands in it only if there is one.
alter table audit_log add column actor_address text;
create or replace function audit_entry_text(entry audit_log) returns text language sql stable set timezone = 'UTC' as $$
  select (jsonb_build_array(entry.org_id, entry.id, entry.at, entry.written_at, entry.actor_type, entry.actor_id,
    entry.actor_contact, entry.request_id, entry.operation_id, entry.entity_type, entry.entity_id, entry.action,
    entry.before, entry.after)
    || case when entry.actor_address is null then '[]' else jsonb_build_array(entry.actor_address) end)::text
$$;
create or replace function note_audited_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
  caller_org text := current_setting('app.org_id', true);
  ids text[] := tg_argv[1];
  masked text[] := tg_argv[2];
  left_out text[] := array['org_id', 'updated_at', 'row_version'] || tg_argv[3]::text[];
  quiet text[] := tg_argv[4];
  row_members jsonb;
  was jsonb;
  becomes jsonb;
  is_loud boolean;
  name text;
  org integer;
  entity_id text;
  entry_id bigint;
begin
  if tg_table_name = 'invoices' then -- long texts that no entry shows
    if tg_op <> 'INSERT' then old.inputs := ''; old.document := ''; end if;
    if tg_op <> 'DELETE' then new.inputs := ''; new.document := ''; end if;
  end if;
  if tg_op <> 'INSERT' then
    row_members := to_jsonb(old);
    was := row_members - left_out;
  end if;
  if tg_op <> 'DELETE' then
    row_members := to_jsonb(new);
    becomes := row_members - left_out;
  end if;
  if tg_op = 'UPDATE' then
    -- Quiet ones may have changed since the last entry, so they are shown whenever another one changes.
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value), bool_or(key <> all (quiet))
    into was, becomes, is_loud
    from jsonb_each(becomes) where value is distinct from was -> key or key = any (quiet);
    if is_loud is not true then return null; end if;
  end if;
  foreach name in array masked loop
    if was ->> name is not null then was := was || jsonb_build_object(name, '[hidden]'); end if;
    if becomes ->> name is not null then becomes := becomes || jsonb_build_object(name, '[hidden]'); end if;
  end loop;
  org := (row_members ->> 'org_id')::integer;
  entity_id := row_members ->> ids[1];
  for place in 2 .. cardinality(ids) loop
    entity_id := entity_id || '/' || (row_members ->> ids[place]);
  end loop;
  -- An organization that is being created is not acted for yet.
  if caller_org is distinct from org::text then perform set_config('app.org_id', org::text, true); end if;
  -- Not by `returning`: what a portal has written it may not read.
  entry_id := nextval('audit_log_id_seq');
  insert into audit_log (org_id, id, at, written_at, actor_type, actor_id, actor_contact, actor_address,
    request_id, operation_id, entity_type, entity_id, action, before, after)
  values (org, entry_id,
    coalesce((actor ->> 'now')::timestamptz, (select clock_at from organizations where org_id = org),
      clock_timestamp()),
    clock_timestamp(), coalesce(actor ->> 'type', 'SYSTEM'),
    coalesce(actor ->> 'id', nullif(current_setting('application_name'), ''), 'unknown'),
    actor ->> 'contact', actor ->> 'address', actor ->> 'requestId', actor ->> 'operationId', tg_argv[0], entity_id,
    case tg_op when 'INSERT' then 'CREATED' when 'UPDATE' then 'UPDATED' else 'DELETED' end, was, becomes);
  insert into audit_unsealed (org_id, id) values (org, entry_id);
  if caller_org is distinct from org::text then
    perform set_config('app.org_id', coalesce(caller_org, ''), true);
  end if;
  return null;
end $$;

-- Entries are kept for 7 years of things of money, and for 2 of others; links of the chain for ever. A link whose entry
-- was removed says when, and how old the entry was.
alter table audit_seals add column purged_at timestamptz, add column entry_at timestamptz,
  add constraint audit_seals_purged check ((purged_at is null) = (entry_at is null));
create index audit_log_by_age on audit_log (org_id, entity_type, written_at);
create function audit_kept_at_least() returns interval language sql immutable as $$ select interval '730 days' $$;

create or replace function keep_audit_log() returns trigger language plpgsql as $$
begin
  -- Who is no owner of the tables may not delete there, whatever it sets.
  if tg_op <> 'TRUNCATE' and current_setting('app.audit_purge', true) = 'on' then return null; end if;
  raise exception '% is only added to', tg_table_name using errcode = 'TM002';
end $$;

-- Removes sealed entries of the transaction's organization that are old enough, at most so many. Returns how many. It
-- asks no caller for the time: nobody makes an entry older than it is.
create function purge_audit_log(types text[], money text[], most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  org integer := current_org();
  today timestamptz := clock_timestamp();
  ids bigint[];
begin
  select coalesce(array_agg(id), '{}') into ids from (
    select old.id from unnest(types) as kept (entity_type)
    cross join lateral (
      select l.id from audit_log l
      where l.org_id = org and l.entity_type = kept.entity_type
        and l.written_at < today - case when kept.entity_type = any (money) then interval '2557 days'
          else audit_kept_at_least() end
        and exists (select from audit_seals s where s.org_id = org and s.entry_id = l.id)
      order by l.written_at limit most) as old
    limit most) as page;
  if cardinality(ids) = 0 then return 0; end if;
  perform set_config('app.audit_purge', 'on', true);
  update audit_seals s set purged_at = today, entry_at = l.written_at
  from audit_log l where s.org_id = org and s.entry_id = any (ids) and l.org_id = org and l.id = s.entry_id;
  delete from audit_log where org_id = org and id = any (ids);
  perform set_config('app.audit_purge', '', true);
  return cardinality(ids);
end $$;
