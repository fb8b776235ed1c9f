-- Work that the API shows as a job, and its entries.
create table jobs (
  org_id            integer not null references organizations,
  id                text not null,
  type              text not null check (type in ('PRICE_PLAN', 'EVENT_CORRECTIONS', 'BILL_RUN')),
  status            text not null check (status in ('SCHEDULED', 'PENDING', 'INITIALIZED',
    'WAITING_FOR_CONFIRMATION', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED')),
  -- What somebody decided about the waiting job; null when nobody was asked, or it expired.
  decision          text check (decision in ('CONFIRMED', 'REJECTED')),
  is_confirmed_first boolean not null,    -- whether it waits for a confirmation before it starts
  entry_kind        text not null,        -- kind of the due work that does one entry
  total_entries     integer not null,
  completed_entries integer not null default 0,
  failed_entries    integer not null default 0,
  cancelled_entries integer not null default 0,
  metadata          jsonb not null default '{}',
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  settled_at        timestamptz,
  row_version       integer not null default 1,
  primary key (org_id, id),
  check (completed_entries + failed_entries + cancelled_entries <= total_entries),
  check ((settled_at is not null) = (status in ('COMPLETED', 'FAILED', 'CANCELLED')))
);
create index jobs_listed on jobs (org_id, updated_at desc, id collate "C");
create index jobs_settled on jobs (org_id, settled_at) where settled_at is not null;
-- Two bill runs at once would offer the same invoices to be confirmed twice.
create unique index jobs_one_bill_run on jobs (org_id) where type = 'BILL_RUN' and settled_at is null;
select protect_table('jobs');

create table job_entries (
  org_id     integer not null references organizations,
  job_id     text not null,
  entity_id  text not null,
  status     text not null check (status in ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED')),
  attempts   integer not null default 0,
  last_error text,                        -- for operators; what the API says is in the metadata
  metadata   jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, job_id, entity_id),
  foreign key (org_id, job_id) references jobs (org_id, id) on delete cascade
);
create index job_entries_listed on job_entries (org_id, job_id, created_at, entity_id collate "C");
select protect_table('job_entries');

-- The job that finalized the invoice. Jobs are kept for 180 days and invoices for years, so it is no foreign key.
alter table invoices add column bill_run_id text;
-- What bill runs have done or may have to do: few drafts wait among years of issued invoices.
create index invoices_of_bill_runs on invoices (org_id, invoice_date, id collate "C")
  where bill_run_id is not null or (status = 'DRAFT' and not auto_advance);
