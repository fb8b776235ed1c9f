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
