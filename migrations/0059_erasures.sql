-- Erasing of personal data reaches what links to nobody: stored answers, files, what others were told.

-- The request was done, and its answer is gone: whoever repeats it is told so, and it is not done again.
alter table idempotency_keys add column erased_at timestamptz;

-- What is still looked for after the transaction that erased a person. The row stays, as evidence.
create table erasures (
  org_id       integer not null references organizations,
  id           text not null,
  customer_id  text not null,
  username     text,                 -- of a contact alone; null: the customer, its accounts and contacts
  ids          text[] not null,      -- of what was erased
  texts        text[],               -- by which it is found where no id stands; null once all was searched
  captured     text[] not null,      -- files of captured mails, below their folder
  created_at   timestamptz not null, -- the organization's clock
  completed_at timestamptz,
  primary key (org_id, id),
  check ((texts is null) = (completed_at is not null))
);
select protect_table('erasures');
select portal_wall_by('erasures', 'false');

-- Columns that tell of a person, of things that may be a person or belong to one; null for all others.
create or replace function personal_members(entity_type text) returns text[] language sql immutable as $$
  select case entity_type
    when 'CUSTOMER' then '{name, primary_email, address, tax_ids}'::text[]
    when 'ACCOUNT' then
      '{name, primary_email, address, email_recipients, additional_email_recipients, metadata, tags, tax_ids}'
    when 'CONTACT' then '{preferred_username, name, email, phone}'
    when 'ALIAS' then '{value}'
    when 'KNOWN_ALIAS' then '{value}'
    when 'SETTING' then '{name, value}'
    when 'ALERT_CHANNEL' then '{email}'
    when 'INVOICE_GROUP' then '{name, email, address, tax_ids}'
    when 'REPORT' then '{name, query_input, failure}' end
$$;

-- As before (0046); an alias is also the id that its entries go by.
create or replace function erase_audited(erased_type text, ids text[]) returns integer
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
      if erased_type in ('ALIAS', 'KNOWN_ALIAS') then erased.entity_id := '[erased]'; end if;
    end if;
    if erased_type = 'CONTACT' and entry.actor_contact = any (ids) then erased.actor_address := null; end if;
    continue when erased is not distinct from entry;
    update audit_log set before = erased.before, after = erased.after, actor_address = erased.actor_address,
      entity_id = erased.entity_id
    where org_id = org and id = entry.id;
    update audit_seals set erased_at = clock_timestamp(),
      erased_hash = audit_hash(previous_hash, number, audit_entry_text(erased))
    where org_id = org and entry_id = entry.id;
    count := count + 1;
  end loop;
  perform set_config('app.audit_purge', '', true);
  return count;
end $$;
