-- In whose name invoices are. Without any, in that of the organization.
create table billing_records (
  org_id               integer not null references organizations,
  id                   text not null,
  name                 text not null,
  address              jsonb,            -- null: that of the organization, as the e-mail
  email                text,
  tax_ids              jsonb not null,   -- [{"name", "value"}], in the order of the paper
  bank_details         jsonb not null,
  payment_instructions text not null,
  logo_file_id         text,
  is_default           boolean not null,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  row_version          integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, logo_file_id) references files (org_id, id)
);
create unique index billing_records_default on billing_records (org_id) where is_default;
create index billing_records_listed on billing_records (org_id, created_at desc, id collate "C");
create index billing_records_of_logo on billing_records (org_id, logo_file_id) where logo_file_id is not null;
select protect_table('billing_records');
-- What a portal buys is issued in its transaction, in the name that the settings say or else in the usual one.
select portal_wall_by('billing_records', $$is_default or exists (select from settings s
  where s.org_id = billing_records.org_id and s.id = 'BILLING_RECORD_ID' and s.value = billing_records.id)$$);
select audit_table('billing_records', 'BILLING_RECORD', '{id}');

-- Who logs in by a password has a token that no key asked for.
alter table portal_tokens alter column api_key_id drop not null;

-- A way to a new password, which was mailed. Times are real ones.
create table portal_password_tokens (
  org_id     integer not null references organizations,
  token_hash text not null,        -- SHA-256 of the secret
  username   text not null,
  email      text not null,        -- to which it was mailed; a contact with another is somebody else
  expires_at timestamptz not null,
  primary key (org_id, token_hash),
  foreign key (org_id, username) references contacts (org_id, username) on delete cascade
);
create index portal_password_tokens_of_contact on portal_password_tokens (org_id, username);
create index portal_password_tokens_age on portal_password_tokens (org_id, expires_at);
select protect_table('portal_password_tokens');
select portal_wall_by('portal_password_tokens', 'false');

-- How often somebody has tried to log in, or to get such a mail, counted for all processes. Whoever tries has shown
-- nothing yet, so it is counted for a hash of address and e-mail and belongs to no organization.
create table portal_attempts (
  kind    text not null check (kind in ('LOGIN', 'PASSWORD_MAIL')),
  subject text not null,
  tries   timestamptz[] not null,
  last_at timestamptz not null,
  primary key (kind, subject)
);
create index portal_attempts_age on portal_attempts (last_at);
do $$ begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    grant select, insert, update, delete on portal_attempts to tallymark_app;
  end if;
end $$;

-- What a mail says to nobody but its recipients: sealed, and put into its text when it is sent.
alter table mails add column secret text;
