-- What a mail is for, and the request for approval or the webhook that it tells of. Of mails before this version only
-- those of invoices and alerts can be told.
alter table mails
  add column kind text not null default 'OTHER' check (kind in ('INVOICE', 'ALERT', 'APPROVAL', 'INVITATION',
    'PASSWORD_RESET', 'PORTAL_PASSWORD', 'STATEMENT', 'WEBHOOK_DISABLED', 'OTHER')),
  add column record_id text;
alter table mails alter column kind drop default;
do $$
declare
  forced boolean;
begin
  select relforcerowsecurity into forced from pg_class where oid = 'mails'::regclass;
  alter table mails no force row level security;
  update mails set kind = case when invoice_id is not null then 'INVOICE'
    when alert_id is not null then 'ALERT' else 'STATEMENT' end
  where coalesce(invoice_id, alert_id, customer_id) is not null;
  if forced then alter table mails force row level security; end if;
end $$;
create index mails_of_kind on mails (org_id, kind, created_at desc, id collate "C");
