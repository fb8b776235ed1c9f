-- Tax ids of who is billed: `[{type, value, country?}]`, checked and written in one way. An account that has none of its
-- own (null) is billed with those of its customer.
alter table customers add column tax_ids jsonb not null default '[]';
alter table accounts add column tax_ids jsonb;

-- That of a person may be her own.
create or replace function personal_members(entity_type text) returns text[] language sql immutable as $$
  select case entity_type
    when 'CUSTOMER' then '{name, primary_email, address, tax_ids}'::text[]
    when 'ACCOUNT' then
      '{name, primary_email, address, email_recipients, additional_email_recipients, metadata, tags, tax_ids}'
    when 'CONTACT' then '{preferred_username, name, email, phone}' end
$$;
