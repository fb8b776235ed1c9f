-- What an account has to pay is summed from the index alone, however many invoices it has.
create index invoices_open_of_account on invoices (org_id, account_id, due_date)
  include (total_amount, paid_amount)
  where status in ('DUE', 'PARTIALLY_PAID') and invoice_class = 'INVOICE';
-- Its last ones are the first of this.
create index invoices_issued_of_account on invoices (org_id, account_id, invoice_date desc, id collate "C")
  where status <> 'DRAFT';
