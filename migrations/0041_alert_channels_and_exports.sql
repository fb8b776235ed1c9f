-- A chat is a webhook that gets sentences: it subscribes to nothing and is told what is addressed to it.
alter table webhook_endpoints
  add column format text not null default 'EVENT' check (format in ('EVENT', 'CHAT')),
  add constraint webhook_endpoints_chat check (format = 'EVENT' or types = '{}');
create index webhook_endpoints_chats on webhook_endpoints (org_id, url) where format = 'CHAT';
alter table webhook_deliveries add column text text; -- what a chat is told; null: the event itself
-- The numbers of the outbox for /metrics.
create index webhook_deliveries_waiting on webhook_deliveries (org_id, created_at) where next_attempt_at is not null;
create index mails_waiting on mails (org_id, created_at) where next_attempt_at is not null;
-- Its columns are named where some are omitted.
select audit_table('webhook_endpoints', 'WEBHOOK', '{id}', masked => '{secrets}', omitted => '{subscribed_since}',
  quiet => '{failing_since}');

-- Where the incidents of an alert are told beside their events. A webhook that is deleted is no channel any more.
create table alert_channels (
  org_id     integer not null references organizations,
  alert_id   text not null,
  ordinal    integer not null check (ordinal between 1 and 10),
  webhook_id text,                     -- also of a chat
  email      text,
  primary key (org_id, alert_id, ordinal),
  foreign key (org_id, alert_id) references alerts (org_id, id),
  foreign key (org_id, webhook_id) references webhook_endpoints (org_id, id) on delete cascade,
  check (num_nonnulls(webhook_id, email) = 1)
);
create index alert_channels_of_webhook on alert_channels (org_id, webhook_id) where webhook_id is not null;
select protect_table('alert_channels');
select portal_wall_by('alert_channels', 'false');
select audit_table('alert_channels', 'ALERT_CHANNEL', '{alert_id, ordinal}');

alter table mails add column alert_id text; -- whose incidents it tells of
create index mails_of_alert on mails (org_id, alert_id, created_at desc, id collate "C") where alert_id is not null;

-- Whether an address is that of a customer is asked for every mail of an alert.
create index customers_of_email on customers (org_id, lower(primary_email));
create index accounts_of_email on accounts (org_id, lower(primary_email)) where primary_email is not null;
create index accounts_with_recipients on accounts (org_id)
  where email_recipients is not null or additional_email_recipients is not null;

-- The audit log as a file, asked for as any thing is.
alter table files drop constraint files_kind_check,
  add constraint files_kind_check
    check (kind in ('INVOICE_PDF', 'REPORT', 'IMPORT', 'LOGO', 'TEMPLATE_ASSET', 'AUDIT_EXPORT'));
create table audit_exports (
  org_id       integer not null references organizations,
  id           text not null,
  format       text not null check (format in ('CSV', 'NDJSON')),
  filters      jsonb not null,         -- as they were asked for
  after_number bigint not null check (after_number >= 0), -- of the chain; it begins behind it
  status       text not null check (status in ('QUEUED', 'COMPLETED', 'FAILED')),
  entry_count  integer,
  last_number  bigint,
  is_complete  boolean,
  file_id      text,                   -- stays when the file is gone
  file_until   timestamptz,
  failure      text,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  row_version  integer not null default 1,
  primary key (org_id, id),
  check ((status = 'COMPLETED') = (file_id is not null)),
  check ((status = 'FAILED') = (failure is not null))
);
create index audit_exports_queued on audit_exports (org_id) where status = 'QUEUED';
select protect_table('audit_exports');
select portal_wall_by('audit_exports', 'false');
select audit_table('audit_exports', 'AUDIT_EXPORT', '{id}');

-- What waits to be sent, of all organizations together: how much, and since when the oldest of it. The caller may list
-- organizations; what it learns of them is a sum. What waits for a disabled webhook waits for somebody to enable it.
create function outbox_state(out outbox text, out waiting bigint, out oldest timestamptz) returns setof record
  language plpgsql as $$
declare
  each_org integer;
  mails_waiting bigint := 0;
  webhooks_waiting bigint := 0;
  oldest_mail timestamptz;
  oldest_webhook timestamptz;
  found_count bigint;
  found_oldest timestamptz;
begin
  for each_org in select org_id from organizations where status = 'ACTIVE' loop
    perform set_config('app.org_id', each_org::text, true);
    select count(*), min(created_at) into found_count, found_oldest
    from mails where org_id = each_org and next_attempt_at is not null;
    mails_waiting := mails_waiting + found_count;
    oldest_mail := least(oldest_mail, found_oldest);
    select count(*), min(d.created_at) into found_count, found_oldest
    from webhook_deliveries d
    join webhook_endpoints e on e.org_id = d.org_id and e.id = d.endpoint_id and e.status = 'ACTIVE'
    where d.org_id = each_org and d.next_attempt_at is not null;
    webhooks_waiting := webhooks_waiting + found_count;
    oldest_webhook := least(oldest_webhook, found_oldest);
  end loop;
  perform set_config('app.org_id', '', true);
  return query values ('mails', mails_waiting, oldest_mail), ('webhooks', webhooks_waiting, oldest_webhook);
end $$;
