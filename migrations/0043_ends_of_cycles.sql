-- The end of a cycle is told when it comes. Bills of cycles are looked up by it, whatever became of them.
create index invoices_of_cycles on invoices (org_id, end_at, id)
  where invoice_type = 'STANDARD' and schedule_id is not null;

-- Cycles that run already; what waits for its bill since its end has not been told either.
do $$
declare
  forced boolean;
begin
  select relforcerowsecurity into forced from pg_class where oid = 'invoices'::regclass;
  alter table invoices no force row level security;
  alter table due_work no force row level security;
  insert into due_work (org_id, kind, key, due_at, rank, payload)
  select org_id, 'invoices.cycle_ended', (extract(epoch from end_at) * 1000)::bigint::text, end_at, 18,
    jsonb_build_object('endAt', to_char(end_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'after', '')
  from (
    select distinct org_id, end_at from invoices
    where invoice_type = 'STANDARD' and schedule_id is not null and status = 'DRAFT') as running
  on conflict do nothing;
  if forced then
    alter table invoices force row level security;
    alter table due_work force row level security;
  end if;
end $$;
