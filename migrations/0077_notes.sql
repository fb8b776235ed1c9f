-- What colleagues tell each other about a customer or one of its accounts. Customers never see it.
create table notes (
  org_id      integer not null references organizations,
  id          text not null,
  customer_id text not null,
  -- Null: about the customer as a whole.
  account_id  text,
  text        text not null,
  author      text not null,
  author_name text,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, customer_id) references customers (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id)
);
create index notes_by_time on notes (org_id, created_at desc, id collate "C");
create index notes_of_customer on notes (org_id, customer_id, created_at desc, id collate "C");
create index notes_of_account on notes (org_id, account_id, created_at desc, id collate "C")
  where account_id is not null;
select protect_table('notes');
select audit_table('notes', 'NOTE', '{id}');
select portal_wall_by('notes', 'false');

-- As before (0059), with notes.
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
    when 'REPORT' then '{name, query_input, failure}'
    when 'NOTE' then '{text}' end
$$;
