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
