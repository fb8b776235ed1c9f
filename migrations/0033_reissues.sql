-- Bills that are made again after a void one, and credit notes.
alter table invoices
  -- How often the bill of a cycle was made again. The opening of the cycle makes the one with 0.
  add column reissue smallint not null default 0,
  drop constraint invoices_one_per_cycle,
  add constraint invoices_one_per_cycle
    unique (org_id, account_id, schedule_id, cycle_start, invoice_type, reissue);
-- What is void is made again once.
create unique index invoices_replacing on invoices (org_id, (metadata ->> 'replaces'))
  where metadata ? 'replaces';
select audit_table('invoices', 'INVOICE', '{id}',
  omitted => '{inputs, document, request, details, info, customer_name, account_name, may_add_revenue, generated_at}',
  quiet => '{total_amount}');
