-- Granted credits: what they are for, what drafts hold of them and what invoices consumed.
select 1;
