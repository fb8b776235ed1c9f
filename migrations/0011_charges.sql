-- Charges beside the price plan, on drafts and on the invoice that comes next.
select 1;
