create table invoices (
  org_id            integer not null references organizations,
  id                text not null,
  account_id        text not null,
  customer_id       text not null,
  schedule_id       text,
  plan_id           text,
  plan_version      integer,
  cycle_start       date,
  cycle_end         date,
  invoice_class     text not null check (invoice_class in ('INVOICE', 'ORDER', 'BILLABLE')),
  invoice_type      text not null check (invoice_type in
    ('STANDARD', 'AD_HOC', 'CUSTOM', 'COMPOSITE', 'STANDARD_ADVANCED', 'ADHOC_ADVANCED')),
  status            text not null check (status in ('DRAFT', 'DUE', 'PAID', 'PARTIALLY_PAID', 'VOID',
    'UN_COLLECTIBLE', 'REFUND_INITIATED', 'REFUND_COMPLETED', 'MERGED')),
  finalizing_status text check (finalizing_status in ('FINALIZING', 'FINALIZED')),
  currency          text not null,
  start_at          timestamptz not null,
  end_at            timestamptz not null,
  invoice_date      timestamptz not null,
  due_date          timestamptz,
  net_term_days     integer not null,
  generated_at      timestamptz not null,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  sequence_id       text,
  total_amount      numeric(38, 4) not null,
  paid_amount       numeric(38, 4) not null default 0,
  auto_advance      boolean not null default true,
  inputs            text not null,          -- canonical JSON of everything the amounts were computed from
  document          text not null,          -- canonical JSON of the line tree computed from the inputs
  details           jsonb not null,         -- names and addresses; frozen when finalized
  -- The names as the invoice says them, for the search of the list.
  customer_name     text generated always as (details #>> '{customer,name}') stored,
  account_name      text generated always as (details #>> '{account,name}') stored,
  metadata          jsonb not null default '{}',
  info              jsonb not null default '[]',
  pdf_file_id       text,
  row_version       integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  -- A cycle is billed once per kind, whatever runs at the same time or again after a crash.
  constraint invoices_one_per_cycle unique (org_id, account_id, schedule_id, cycle_start, invoice_type)
);
create index invoices_listed on invoices (org_id, created_at desc, id collate "C");
create index invoices_of_account on invoices (org_id, account_id, cycle_start);
create unique index invoices_sequence on invoices (org_id, sequence_id);
-- Drafts are computed again and again; there are few of them among years of issued invoices.
create index invoices_drafts on invoices (org_id, id) where status = 'DRAFT';
-- Which cycles of an account wait to be opened, when its timeline changes.
create index due_work_openings on due_work (org_id, (payload ->> 'accountId'))
  where kind = 'invoices.open_cycle';
select protect_table('invoices');

-- A finalized document is evidence: what it says can no longer be changed, by nobody.
create function keep_finalized_invoice() returns trigger language plpgsql as $$
begin
  if old.finalizing_status = 'FINALIZED' and (
       new.inputs, new.document, new.details, new.total_amount, new.currency, new.sequence_id, new.invoice_date,
       new.start_at, new.end_at, new.account_id, new.finalizing_status)
     is distinct from (
       old.inputs, old.document, old.details, old.total_amount, old.currency, old.sequence_id, old.invoice_date,
       old.start_at, old.end_at, old.account_id, old.finalizing_status) then
    raise exception 'invoice % is finalized', old.id using errcode = 'TM001';
  end if;
  return new;
end $$;
create trigger keep_finalized_invoice before update on invoices
  for each row execute function keep_finalized_invoice();

create function keep_finalized_invoice_row() returns trigger language plpgsql as $$
begin
  if old.finalizing_status = 'FINALIZED' then
    raise exception 'invoice % is finalized', old.id using errcode = 'TM001';
  end if;
  return old;
end $$;
create trigger keep_finalized_invoice_row before delete on invoices
  for each row execute function keep_finalized_invoice_row();

create table invoice_sequences (
  org_id     integer not null references organizations,
  scope      text not null,
  period     text not null,
  last_value integer not null,
  primary key (org_id, scope, period)
);
select protect_table('invoice_sequences');

create table files (
  org_id       integer not null references organizations,
  id           text not null,
  kind         text not null check (kind in ('INVOICE_PDF', 'REPORT', 'IMPORT', 'LOGO', 'TEMPLATE_ASSET')),
  owner_id     text not null,
  name         text not null,
  content_type text not null,
  size_bytes   integer not null,
  sha256       text not null,
  storage_key  text not null,
  created_at   timestamptz not null,
  primary key (org_id, id)
);
select protect_table('files');
