-- The portal's wall of invoice_revenue looked for the invoice of each line. Nobody but portals pays for that, but the
-- server planned for all as if each line cost a lookup, and read the lines of 60,000 invoices one invoice at a time. The
-- invoices of a portal are looked up once a statement.
drop policy portal_wall on invoice_revenue;
select portal_wall_by('invoice_revenue', $$invoice_id = any (array(
  select i.id from invoices i
  where i.org_id = current_org() and i.account_id = any ((select portal_accounts())::text[])))$$);
