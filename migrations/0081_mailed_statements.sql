-- Statements of account that were mailed: who sent what to whom. The recipients and the text are those of the mail,
-- where an erasure finds them.
create table sent_statements (
  org_id      integer not null references organizations,
  id          text not null,
  debtor_type text not null check (debtor_type in ('CUSTOMER', 'ACCOUNT', 'INVOICE_GROUP')),
  debtor_id   text not null,
  currency    text not null,
  first_day   date not null,
  end_day     date not null,              -- the day after the last one
  language    text not null,
  opening     numeric not null,
  closing     numeric not null,
  mail_id     text not null,              -- a mail is kept for 400 days
  sent_by     text not null,              -- the credential that asked for it
  sent_at     timestamptz not null,
  primary key (org_id, id),
  check (first_day < end_day)
);
select protect_table('sent_statements');
select audit_table('sent_statements', 'STATEMENT', '{id}');
select portal_wall_by('sent_statements', 'false');

-- A statement of a customer concerns no single account. Erasing the customer removes it.
alter table mails add column customer_id text;
create index mails_of_customer on mails (org_id, customer_id, created_at desc, id collate "C")
  where customer_id is not null;

-- The document of a mailed statement is kept as long as its mail.
alter table files drop constraint files_kind_check,
  add constraint files_kind_check check (kind in
    ('INVOICE_PDF', 'REPORT', 'IMPORT', 'LOGO', 'TEMPLATE_ASSET', 'AUDIT_EXPORT', 'IMPORT_RESULT', 'STATEMENT'));
create index files_of_statements on files (org_id, id) where kind = 'STATEMENT';
