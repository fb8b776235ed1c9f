-- One line of a bank statement that pays for several accounts is one payment of each, under a common id.
alter table payments add column bank_line_id text;
create index payments_of_bank_line on payments (org_id, bank_line_id, created_at desc, id collate "C")
  where bank_line_id is not null;
