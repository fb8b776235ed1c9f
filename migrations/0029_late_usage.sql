-- Events that came after the deadline of their cycle and count all the same (LATE_USAGE = ADJUST), or were corrected
-- after it: what an adjustment of the cycle's invoice still has to take up, and which one has.
create table late_usage (
  org_id      integer not null references organizations,
  seq         bigint not null,        -- of the event
  account_id  text not null,
  schedule_id text not null,
  cycle_start date not null,
  noted_at    timestamptz not null,
  invoice_id  text,                   -- that took it up; null: not yet
  primary key (org_id, seq)
);
create index late_usage_open on late_usage (org_id, schedule_id, cycle_start, seq) where invoice_id is null;
create index late_usage_of_invoice on late_usage (org_id, invoice_id, seq) where invoice_id is not null;
select protect_table('late_usage');
select portal_wall('late_usage', 'account_id');

-- The invoices that adjust an issued one, in their order.
create index invoices_adjusting on invoices (org_id, (metadata ->> 'adjusts'), created_at)
  where metadata ->> 'adjusts' is not null;
