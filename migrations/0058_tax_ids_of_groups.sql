-- Tax ids of an invoice group, which is billed in its own name: `[{type, value, country?}]` as of customers.
alter table invoice_groups add column tax_ids jsonb not null default '[]';
