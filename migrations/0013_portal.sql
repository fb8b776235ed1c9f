-- Contacts of customers and the tokens that let them see their accounts.
select 1;
