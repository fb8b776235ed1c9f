-- The overview sums what was issued lately, among years of invoices.
create index invoices_issued on invoices (org_id, invoice_date) include (currency, total_amount)
  where status not in ('DRAFT', 'VOID', 'MERGED') and invoice_class = 'INVOICE';
