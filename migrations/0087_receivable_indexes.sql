-- What is read of all open invoices, from the index alone: ages of receivables, what is open in all. The account is for
-- the row policy of portals.
create index invoices_receivable on invoices (org_id, due_date)
  include (currency, customer_id, group_id, account_id, total_amount, paid_amount)
  where status in ('DUE', 'PARTIALLY_PAID') and invoice_class = 'INVOICE';
-- The invoice of the cycle in which an event counts.
create index invoices_of_schedule on invoices (org_id, schedule_id, start_at) where invoice_type = 'STANDARD';
