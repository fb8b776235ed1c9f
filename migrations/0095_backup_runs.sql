-- Backups and test restores of the deployment, not of an organization (docs/decisions/0156). The service or a command
-- that made one writes its row as the owner of the tables; the application role may only look.
create table backup_runs (
  run_id      bigint generated always as identity primary key,
  kind        text not null check (kind in ('BACKUP', 'VERIFICATION')),
  backup_id   text,                      -- null: it failed before it had one
  started_at  timestamptz not null,
  finished_at timestamptz not null,
  size_bytes  bigint not null default 0, -- stored in the target
  error       text check (char_length(error) <= 1000) -- null: it succeeded
);
create index backup_runs_by_time on backup_runs (kind, finished_at desc);

-- The latest success and the latest run of each kind.
create function backup_state() returns table (kind text, last_success timestamptz, backup_id text, size_bytes bigint,
    last_run timestamptz, last_error text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select kinds.kind, success.finished_at, success.backup_id, success.size_bytes, latest.finished_at, latest.error
  from (values ('BACKUP'), ('VERIFICATION')) as kinds (kind)
  left join lateral (select * from backup_runs r where r.kind = kinds.kind and r.error is null
    order by finished_at desc limit 1) as success on true
  left join lateral (select * from backup_runs r where r.kind = kinds.kind
    order by finished_at desc limit 1) as latest on true
$$;
