-- Charges beside the price plan, on drafts and on the invoice that comes next.

-- As their request gave them, decimals as text; [] when there is none.
alter table invoices add column miscellaneous_charges jsonb not null default '[]';

-- What will be moved to the next cycle invoice of an account when its draft is made.
create table upcoming_charges (
  org_id     integer not null references organizations,
  account_id text not null,
  items      jsonb not null,
  updated_at timestamptz not null,
  primary key (org_id, account_id),
  foreign key (org_id, account_id) references accounts (org_id, id)
);
select protect_table('upcoming_charges');

-- Credits look at the drafts of one account, in the order in which they come due.
create index invoices_drafts_of_account on invoices (org_id, account_id) where status = 'DRAFT';

-- A finalized invoice keeps its charges as it keeps everything else that it says.
create function keep_finalized_charges() returns trigger language plpgsql as $$
begin
  raise exception 'invoice % is finalized', old.id using errcode = 'TM001';
end $$;
create trigger keep_finalized_charges before update of miscellaneous_charges on invoices
  for each row when (old.finalizing_status = 'FINALIZED'
    and new.miscellaneous_charges is distinct from old.miscellaneous_charges)
  execute function keep_finalized_charges();

-- What is still to be paid, by the day it is due, among years of paid invoices.
create index invoices_open on invoices (org_id, due_date, id) where status in ('DUE', 'PARTIALLY_PAID');
