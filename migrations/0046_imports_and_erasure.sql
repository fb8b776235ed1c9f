-- Rows of a CSV file that become things, each as if it had been sent alone. Leases and attempts are in real time.
create table imports (
  org_id          integer not null references organizations,
  id              text not null,
  type            text not null check (type in ('CUSTOMERS', 'ACCOUNTS', 'EVENTS', 'LICENSES')),
  status          text not null check (status in ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED')),
  file_id         text not null,          -- stays when the file is gone
  delimiter       text not null,
  columns         jsonb,                  -- header to member; null: the headers are the members
  defaults        jsonb not null,
  is_dry_run      boolean not null,
  requested_by    jsonb not null,         -- whom the audit log names for what the rows change
  total_rows      integer,                -- null until the whole file was looked through
  taken_rows      integer not null default 0, -- in the order of the file; the next transaction goes on behind them
  created_rows    integer not null default 0,
  unchanged_rows  integer not null default 0,
  failed_rows     integer not null default 0,
  attempts        smallint not null default 0, -- that failed, since rows were taken
  next_attempt_at timestamptz,            -- while somebody has it: when another one may take it over
  lease           text,
  result_file_id  text,                   -- stays when the file is gone
  result_until    timestamptz,
  failure         text,                   -- as the caller is told
  failure_cause   text,                   -- for the operator
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (org_id, id),
  check ((status in ('QUEUED', 'RUNNING')) = (next_attempt_at is not null)),
  check (created_rows + unchanged_rows + failed_rows = taken_rows and taken_rows <= coalesce(total_rows, 0)),
  check (status <> 'COMPLETED' or taken_rows = total_rows),
  check ((status = 'FAILED') = (failure is not null)),
  check ((result_file_id is null) = (result_until is null))
);
create index imports_due on imports (org_id, next_attempt_at) where next_attempt_at is not null;
create index imports_listed on imports (org_id, created_at desc, id collate "C");
select protect_table('imports');
select portal_wall_by('imports', 'false');

alter table files drop constraint files_kind_check,
  add constraint files_kind_check check (kind in
    ('INVOICE_PDF', 'REPORT', 'IMPORT', 'IMPORT_RESULT', 'LOGO', 'TEMPLATE_ASSET', 'AUDIT_EXPORT'));

-- What became of each row, until all of it is a file.
create table import_rows (
  org_id    integer not null references organizations,
  import_id text not null,
  place     integer not null,             -- of the row in the file, from 1
  line      integer not null,             -- that it begins at
  entity_id text,
  status    text not null check (status in ('CREATED', 'UNCHANGED', 'FAILED')),
  error     text,
  primary key (org_id, import_id, place),
  foreign key (org_id, import_id) references imports (org_id, id) on delete cascade,
  check ((status = 'FAILED') = (error is not null))
);
select protect_busy_table('import_rows');
select portal_wall_by('import_rows', 'false');

-- Erasing of personal data. What an audited change said of a person is replaced, and the link of the chain keeps the
-- hash of what was there, so that the chain goes on as it was; a second hash pins what is there now.
alter table audit_seals add column erased_at timestamptz, add column erased_hash bytea,
  add constraint audit_seals_erased check ((erased_at is null) = (erased_hash is null));
create index audit_log_of_contact on audit_log (org_id, actor_contact) where actor_contact is not null;

-- Columns that tell of a person, of things that may be a person or belong to one; null for all others.
create function personal_members(entity_type text) returns text[] language sql immutable as $$
  select case entity_type
    when 'CUSTOMER' then '{name, primary_email, address}'::text[]
    when 'ACCOUNT' then '{name, primary_email, address, email_recipients, additional_email_recipients, metadata, tags}'
    when 'CONTACT' then '{preferred_username, name, email, phone}' end
$$;
create function without_personal(members jsonb, names text[]) returns jsonb language sql immutable as $$
  select case when members is not null then coalesce((
    select jsonb_object_agg(key, case when key = any (names) and value <> 'null' then '"[erased]"' else value end)
    from jsonb_each(members)), '{}') end
$$;

-- Erases what sealed entries of the transaction's organization say of these things, and from where contacts among them
-- made changes. Other entries and other columns are out of its reach. Returns how many were changed.
create function erase_audited(erased_type text, ids text[]) returns integer
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  org integer := current_org();
  names text[] := personal_members(erased_type);
  entry audit_log;
  erased audit_log;
  count integer := 0;
begin
  if names is null then raise exception 'nothing of % is erased', erased_type; end if;
  perform set_config('app.audit_purge', 'on', true);
  for entry in
    select l.* from audit_log l
    where l.org_id = org and (l.entity_type = erased_type and l.entity_id = any (ids)
        or erased_type = 'CONTACT' and l.actor_contact = any (ids))
      and exists (select from audit_seals s where s.org_id = org and s.entry_id = l.id)
  loop
    erased := entry;
    if entry.entity_type = erased_type and entry.entity_id = any (ids) then
      erased.before := without_personal(entry.before, names);
      erased.after := without_personal(entry.after, names);
    end if;
    if erased_type = 'CONTACT' and entry.actor_contact = any (ids) then erased.actor_address := null; end if;
    continue when erased is not distinct from entry;
    update audit_log set before = erased.before, after = erased.after, actor_address = erased.actor_address
    where org_id = org and id = entry.id;
    update audit_seals set erased_at = clock_timestamp(),
      erased_hash = audit_hash(previous_hash, number, audit_entry_text(erased))
    where org_id = org and entry_id = entry.id;
    count := count + 1;
  end loop;
  perform set_config('app.audit_purge', '', true);
  return count;
end $$;

-- A sandbox is emptied on demand, by this one function: of an organization that is a sandbox, and of the transaction's
-- alone. Every table with rows of organizations is emptied that is not named here, so a new one is too.
alter table organizations add column wiped_at timestamptz;
select audit_table('organizations', 'ORGANIZATION', '{id}', omitted => '{clock_at}');

-- Objects in the storage whose rows are gone.
create table wiped_files (
  org_id      integer not null references organizations,
  storage_key text not null,
  primary key (org_id, storage_key)
);
select protect_table('wiped_files');
select portal_wall_by('wiped_files', 'false');

create function is_wiping() returns boolean language plpgsql stable as $$
begin
  -- Most of the time this is all that it costs.
  if current_setting('app.wiping', true) is distinct from 'on' then return false; end if;
  return exists (select from organizations where org_id = current_org() and environment = 'sandbox');
end $$;

create function kept_by_wipe(table_name text) returns boolean language sql immutable as $$
  select table_name in ('organizations', 'organization_currencies', 'currency_rates', 'api_keys',
    'audit_log', 'audit_unsealed', 'audit_seals', 'audit_chains',
    'catalog_changes', -- tells processes to forget what was wiped
    'wiped_files')
$$;

-- Removes at most so many rows of each table. What others refer to stays until those are gone. Returns how many rows
-- went, and of which tables some are left.
create function wipe_sandbox(most integer, out removed bigint, out remaining text[])
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  org integer := current_org();
  each record;
  own text;
  count bigint;
begin
  if not exists (select from organizations where org_id = org and environment = 'sandbox') then
    raise exception 'only a sandbox is wiped' using errcode = 'TM003';
  end if;
  removed := 0;
  remaining := '{}';
  perform set_config('app.wiping', 'on', true);
  insert into wiped_files (org_id, storage_key) select org_id, storage_key from files where org_id = org
  on conflict do nothing;
  for each in
    select c.relname as name, c.oid::regclass as place from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not kept_by_wipe(c.relname)
      and exists (select from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
    order by c.relname
  loop
    -- Settings of the organization stay, but for the one that names what is wiped.
    own := format('org_id = %s', org) || case each.name when 'settings' then
      $s$ and not (entity_type = 'ORGANIZATION' and id <> 'INVOICE_TEMPLATE_ID')$s$ else '' end;
    begin
      execute format('delete from %s where ctid = any(array(select ctid from %1$s where %s limit %s))',
        each.place, own, most);
      get diagnostics count = row_count;
      removed := removed + count;
      if count = most then remaining := remaining || each.name::text; end if;
    exception when foreign_key_violation then
      remaining := remaining || each.name::text;
    end;
  end loop;
  perform set_config('app.wiping', '', true);
end $$;

-- What refuses every deletion, or notes each, lets this one pass.
do $$
declare
  guarded regprocedure;
begin
  foreach guarded in array array['keep_finalized_invoice_row()', 'keep_credit_ledger()', 'keep_payment()',
    'keep_as_written()', 'note_audited_change()']::regprocedure[]
  loop
    execute regexp_replace(pg_get_functiondef(guarded), e'\nbegin\n',
      e'\nbegin\n  if tg_op = ''DELETE'' and is_wiping() then return old; end if;\n');
    if pg_get_functiondef(guarded) not like '%is_wiping()%' then raise exception '% is not guarded', guarded; end if;
  end loop;
end $$;
