-- Revenue of typed invoices is looked up by the end of their period, whoever their accounts are.
create index invoices_typed on invoices (org_id, end_at)
  where invoice_type = 'CUSTOM' and finalizing_status = 'FINALIZED';
