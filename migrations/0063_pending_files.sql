-- A file is stored before the transaction that keeps its row ends. Its key is noted first, in a transaction of its own,
-- and forgotten with the row: what a process that was killed or a transaction that failed has stored can be found.
create table pending_files (
  org_id       integer not null references organizations,
  storage_key  text not null,
  noted_at     timestamptz not null default clock_timestamp(),
  is_abandoned boolean not null default false, -- its transaction has ended; the bytes belong to nothing
  primary key (org_id, storage_key)
);
select protect_table('pending_files');
select portal_wall_by('pending_files', 'false');

-- As before (0046); what was stored and belongs to nothing is removed after the wipe.
create or replace function kept_by_wipe(table_name text) returns boolean language sql immutable as $$
  select table_name in ('organizations', 'organization_currencies', 'currency_rates', 'api_keys',
    'audit_log', 'audit_unsealed', 'audit_seals', 'audit_chains',
    'catalog_changes', -- tells processes to forget what was wiped
    'wiped_files', 'pending_files')
$$;

-- Whoever asked for an erasure reads how far it is.
alter table erasures add column accounts integer, -- null: of an earlier version
  add column contacts integer, add column deleted_files integer not null default 0,
  add column status text not null
    generated always as (case when completed_at is null then 'RUNNING' else 'COMPLETED' end) stored;
create index erasures_listed on erasures (org_id, created_at desc, id collate "C");
create index erasures_of_customer on erasures (org_id, customer_id);
