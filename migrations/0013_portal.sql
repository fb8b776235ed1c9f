-- Contacts of customers and the tokens that let them see their accounts.

create table contacts (
  org_id             integer not null references organizations,
  username           text not null,       -- generated, never used again
  customer_id        text not null,
  preferred_username text,
  name               text not null,
  email              text not null,       -- composed (NFC) and in lower case
  phone              text,
  password_hash      text,                -- Argon2id; null: no password
  is_verified        boolean not null,
  has_login_access   boolean not null,
  has_all_accounts   boolean not null,    -- of the customer, also those that come later
  mode               text not null check (mode in ('READ', 'WRITE')),
  created_by         text not null,       -- the key that made it
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  row_version        integer not null default 1,
  primary key (org_id, username),
  foreign key (org_id, customer_id) references customers (org_id, id),
  constraint contacts_email unique (org_id, customer_id, email)
);
create index contacts_listed on contacts (org_id, customer_id, created_at desc, username collate "C");
create index contacts_of_email on contacts (org_id, email);
select protect_table('contacts');

create table contact_accounts (
  org_id     integer not null references organizations,
  username   text not null,
  account_id text not null,
  primary key (org_id, username, account_id),
  foreign key (org_id, username) references contacts (org_id, username) on delete cascade,
  foreign key (org_id, account_id) references accounts (org_id, id)
);
create index contact_accounts_of_account on contact_accounts (org_id, account_id);
select protect_table('contact_accounts');

-- Every portal token that was issued, until a day after its end: without its row a token is worth nothing.
-- Times are real ones, also in a sandbox whose clock was moved.
create table portal_tokens (
  org_id           integer not null references organizations,
  jti              text not null,
  customer_id      text not null,
  username         text,                  -- the contact that it is for; null for a delegate
  api_key_id       text not null,         -- the key that minted it, or whose token did
  mode             text not null check (mode in ('READ', 'WRITE')),
  has_all_accounts boolean not null,
  account_ids      text[] not null,       -- when not all
  issued_at        timestamptz not null,
  expires_at       timestamptz not null,
  revoked_at       timestamptz,
  primary key (org_id, jti),
  foreign key (org_id, customer_id) references customers (org_id, id),
  foreign key (org_id, username) references contacts (org_id, username) on delete cascade,
  foreign key (org_id, api_key_id) references api_keys (org_id, id)
);
create index portal_tokens_listed on portal_tokens (org_id, issued_at desc, jti collate "C");
create index portal_tokens_of_contact on portal_tokens (org_id, username);
create index portal_tokens_age on portal_tokens (org_id, expires_at);
select protect_table('portal_tokens');

-- The accounts that a portal token reaches: the platform sets them for the transaction, as a JSON array. For
-- everybody else they are not set.
create function is_portal() returns boolean language sql stable parallel safe as $$
  select coalesce(current_setting('app.portal_accounts', true), '') <> ''
$$;
create function portal_accounts() returns text[] language sql stable parallel safe as $$
  select array(select jsonb_array_elements_text(nullif(current_setting('app.portal_accounts', true), '')::jsonb))
$$;
create function portal_customer() returns text language sql stable parallel safe as $$
  select current_setting('app.portal_customer', true)
$$;

-- The second wall: within an organization, a portal sees rows for which `visible` holds and no others. The
-- sub-queries are evaluated once a statement, so for the organization itself a row costs the test of a boolean.
create function portal_wall_by(name regclass, visible text) returns void language plpgsql as $$
begin
  execute format(
    'create policy portal_wall on %s as restrictive using ((select not is_portal()) or (%s))', name, visible);
end $$;
-- For a table whose rows belong to an account.
create function portal_wall(name regclass, account_column text) returns void language sql as $$
  select portal_wall_by(name, format('%I = any ((select portal_accounts())::text[])', account_column))
$$;

select portal_wall_by('customers', 'id = (select portal_customer())');
select portal_wall('accounts', 'id');
select portal_wall('account_aliases', 'account_id');
-- A draft timeline is the organization's own until it is finalized.
select portal_wall_by('schedules', $$mode = 'ACTIVE' and account_id = any ((select portal_accounts())::text[])$$);
select portal_wall('schedule_drafts', 'account_id');
select portal_wall('schedule_timelines', 'account_id');
select portal_wall('events', 'account_id');
select portal_wall('usage', 'account_id');
select portal_wall('usage_hours', 'account_id');
select portal_wall('usage_cycles', 'account_id');
select portal_wall('invoices', 'account_id');
-- The printed invoice is seen by whoever sees the invoice; no other file belongs to an account.
select portal_wall_by('files', $$kind = 'INVOICE_PDF'
  and exists (select from invoices i where i.org_id = files.org_id and i.id = files.owner_id)$$);
select portal_wall('feature_wallets', 'account_id');
select portal_wall('feature_credit_entries', 'account_id');
select portal_wall('feature_debits', 'account_id');
select portal_wall('credits', 'account_id');
select portal_wall_by('credit_transactions', $$exists (select from credits c
  where c.org_id = credit_transactions.org_id and c.id = credit_transactions.credit_id)$$);
select portal_wall_by('credit_holds', $$exists (select from credits c
  where c.org_id = credit_holds.org_id and c.id = credit_holds.credit_id)$$);
select portal_wall_by('credit_uses', $$exists (select from credits c
  where c.org_id = credit_uses.org_id and c.id = credit_uses.credit_id)$$);
select portal_wall('invoice_group_members', 'account_id');
select portal_wall('upcoming_charges', 'account_id');
-- Alerts without an account are the organization's.
select portal_wall('alerts', 'account_id');
select portal_wall_by('incidents', $$exists (select from alerts a
  where a.org_id = incidents.org_id and a.id = incidents.alert_id)$$);
select portal_wall_by('contacts', 'customer_id = (select portal_customer())');
select portal_wall('contact_accounts', 'account_id');
-- Prices and periods are found by settings of the plan and of the organization; others belong to somebody.
select portal_wall_by('settings', $$entity_type not in ('CUSTOMER', 'ACCOUNT', 'INVOICE_GROUP', 'INVOICE')
  or (entity_type = 'CUSTOMER' and entity_id = (select portal_customer()))
  or (entity_type = 'ACCOUNT' and entity_id = any ((select portal_accounts())::text[]))
  or (entity_type = 'INVOICE' and exists (
    select from invoices i where i.org_id = settings.org_id and i.id = settings.entity_id))
  or (entity_type = 'INVOICE_GROUP' and exists (
    select from invoice_group_members m where m.org_id = settings.org_id and m.group_id = settings.entity_id))$$);
-- No portal has any business here.
select portal_wall_by(closed, 'false')
from unnest(array['api_keys', 'portal_tokens', 'known_aliases', 'jobs', 'job_entries']::regclass[]) as closed;
