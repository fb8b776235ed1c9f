-- Accounts that are billed together.
select 1;
