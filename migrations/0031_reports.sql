-- What is asked for again and again: a query, and when it is answered.
create table report_templates (
  org_id      integer not null references organizations,
  id          text not null,
  name        text not null,
  status      text not null check (status in ('ACTIVE', 'ARCHIVED')),
  query_input jsonb not null,
  frequency   text check (frequency in ('HOURLY', 'DAILY', 'MONTHLY')),  -- null: only when it is asked for
  next_run_at timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  row_version integer not null default 1,
  primary key (org_id, id),
  check ((frequency is not null and status = 'ACTIVE') = (next_run_at is not null))
);
create index report_templates_listed on report_templates (org_id, created_at desc, id collate "C");
select protect_table('report_templates');
select portal_wall_by('report_templates', 'false');
select audit_table('report_templates', 'REPORT_TEMPLATE', '{id}');

create table reports (
  org_id             integer not null references organizations,
  id                 text not null,
  name               text not null,
  account_id         text,             -- null: of the whole organization
  whose              text not null generated always as
    (case when account_id is null then 'ORGANIZATION' else 'ACCOUNTS' end) stored,
  type               text not null check (type in ('TEMPLATE', 'QUERY', 'CUSTOM')),
  report_template_id text,             -- also of a built-in one, which has no row
  status             text not null check (status in ('QUEUED', 'RUNNING', 'UPLOAD_PENDING', 'COMPLETED', 'FAILED')),
  query_input        jsonb not null,   -- as it was when the report was asked for
  start_at           timestamptz,      -- of the rows; null: whatever their time is
  end_at             timestamptz,
  attempts           smallint not null default 0,
  started_at         timestamptz,
  row_count          integer,
  file_id            text,             -- stays when the file is gone
  file_until         timestamptz,
  failure            text,             -- as the caller is told
  failure_cause      text,             -- for the operator: what the database or the storage said
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  row_version        integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  check ((start_at is null) = (end_at is null)),
  check (start_at < end_at),
  check ((status = 'COMPLETED') = (file_id is not null)),
  check ((status = 'COMPLETED') = (file_until is not null)),
  check ((status = 'FAILED') = (failure is not null))
);
create index reports_listed on reports (org_id, created_at desc, id collate "C");
create index reports_under_way on reports (org_id) where status in ('QUEUED', 'RUNNING', 'UPLOAD_PENDING');
select protect_table('reports');
select portal_wall('reports', 'account_id');
select audit_table('reports', 'REPORT', '{id}', omitted => '{failure_cause}');
