-- Work that the API shows as a job, and its entries.
select 1;
