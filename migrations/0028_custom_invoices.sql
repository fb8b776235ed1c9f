-- Invoices whose lines somebody types.
alter table invoices
  -- Of CUSTOM invoices only; the others are paid with credits and wallets by their own rules.
  add column applies_credits boolean not null default true,
  add column applies_wallet boolean not null default true,
  -- The caller's, and what was asked for under it: asking again is answered with the same invoice.
  add column idempotency_key text,
  add column request text,
  add constraint invoices_request check ((idempotency_key is null) = (request is null));
create unique index invoices_idempotency on invoices (org_id, owner_id, idempotency_key)
  where idempotency_key is not null;
-- Their drafts share the credits of the account with those of its cycles.
create index invoices_custom_drafts on invoices (org_id, account_id)
  where invoice_type = 'CUSTOM' and status = 'DRAFT';
select audit_table('invoices', 'INVOICE', '{id}',
  omitted => '{inputs, document, request, details, info, customer_name, account_name, may_add_revenue, generated_at}',
  quiet => '{total_amount}');
