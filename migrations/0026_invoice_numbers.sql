-- What a number was counted by: `ORG`, `CUSTOMER:<id>`, `INVOICE_GROUP:<id>` or `ORDER`. Where customers are
-- counted apart two of them may have the same number, and otherwise no number is given twice.
alter table invoices add column sequence_scope text not null default 'ORG';
drop index invoices_sequence;
create unique index invoices_sequence on invoices (org_id, sequence_id, sequence_scope);
alter table invoice_sequences alter column last_value type bigint;
