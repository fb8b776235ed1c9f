-- Money that a payment provider collects and gives back. Times that end in `_at` are the organization's clock, but
-- for those of calls and of received events: the outside world has no sandbox clock.

-- Whom an organization has its invoices collected by. Without a row nobody ever did, and the operator records payments;
-- OFFLINE: nobody does any more, but what was asked for may still be paid.
create table payment_connections (
  org_id      integer not null references organizations,
  id          text not null,
  kind        text not null check (kind in ('OFFLINE', 'CONNECTOR', 'SIMULATED')),
  name        text not null,
  url         text,
  behaviour   text check (behaviour in ('SUCCEED', 'REFUSE', 'WAIT')),
  secrets     jsonb not null,          -- sealed, the current one first; replaced ones count until their time
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  row_version integer not null default 1,
  primary key (org_id, id),
  unique (org_id),
  check ((kind = 'CONNECTOR') = (url is not null)),
  check ((kind = 'SIMULATED') = (behaviour is not null))
);
select protect_table('payment_connections');
select portal_wall_by('payment_connections', 'false');
select audit_table('payment_connections', 'PAYMENT_PROVIDER', '{id}', masked => '{secrets}');

-- One try to have an invoice paid. A later try of the same invoice is a row of its own.
create table payment_requests (
  org_id          integer not null references organizations,
  id              text not null,
  invoice_id      text not null,
  account_id      text not null,       -- in whose name it is paid; of a group, a member
  attempt         smallint not null check (attempt > 0),
  provider        text not null,
  amount          numeric(38, 4) not null check (amount > 0),
  currency        text not null,
  status          text not null check (status in ('PENDING', 'SUCCEEDED', 'FAILED', 'CANCELLED')),
  provider_id     text,
  payment_link    text,
  failure_reason  text,
  retry_at        timestamptz,         -- of one that failed: when it is tried again
  payment_id      text,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  row_version     integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  foreign key (org_id, payment_id) references payments (org_id, id),
  unique (org_id, payment_id),
  check ((status = 'SUCCEEDED') = (payment_id is not null)),
  check (retry_at is null or status = 'FAILED')
);
-- Whatever runs at the same time: an invoice is asked for by one request.
create unique index payment_requests_pending on payment_requests (org_id, invoice_id) where status = 'PENDING';
create index payment_requests_of_invoice on payment_requests (org_id, invoice_id, created_at);
create index payment_requests_of_account on payment_requests (org_id, account_id, created_at desc, id collate "C");
create index payment_requests_by_age on payment_requests (org_id, created_at desc, id collate "C");
select protect_table('payment_requests');
select portal_wall_by('payment_requests', 'false');
select audit_table('payment_requests', 'PAYMENT_REQUEST', '{id}');

-- Which request a payment came by; at most one comes by each.
alter table payments add column request_id text;
alter table payments add foreign key (org_id, request_id) references payment_requests (org_id, id);
create unique index payments_of_request on payments (org_id, request_id) where request_id is not null;
select audit_table('payments', 'PAYMENT', '{id}');

-- What is to be given back of a payment that the provider collected.
create table payment_refunds (
  org_id         integer not null references organizations,
  id             text not null,
  invoice_id     text not null,
  payment_id     text not null,
  request_id     text not null,
  amount         numeric(38, 4) not null check (amount > 0),
  currency       text not null,
  status         text not null check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
  provider_id    text,
  failure_reason text,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  row_version    integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id),
  foreign key (org_id, payment_id) references payments (org_id, id),
  foreign key (org_id, request_id) references payment_requests (org_id, id)
);
-- What was paid for an invoice is given back once; only a refusal is asked again.
create unique index payment_refunds_once on payment_refunds (org_id, invoice_id, payment_id) where status <> 'FAILED';
create index payment_refunds_of_invoice on payment_refunds (org_id, invoice_id, created_at);
select protect_table('payment_refunds');
select portal_wall_by('payment_refunds', 'false');
select audit_table('payment_refunds', 'PAYMENT_REFUND', '{id}');

-- What the provider is to be asked, stored with its cause and before anybody is asked. The id is the key under which
-- it is asked, the content never changes: however often it is asked, it is done once.
create table provider_calls (
  org_id          integer not null references organizations,
  id              text not null,
  kind            text not null check (kind in ('REQUEST', 'CANCEL', 'REFUND')),
  target_id       text not null,          -- the request or the refund
  content         jsonb not null,
  status          text not null check (status in ('OPEN', 'DONE', 'GIVEN_UP')),
  attempts        integer not null default 0,
  first_called_at timestamptz,
  next_attempt_at timestamptz,            -- while it is asked: when somebody else may take it over
  lease           text,
  last_error      text,
  created_at      timestamptz not null,
  primary key (org_id, id),
  check ((status = 'OPEN') = (next_attempt_at is not null))
);
create index provider_calls_due on provider_calls (org_id, next_attempt_at) where next_attempt_at is not null;
create index provider_calls_of_target on provider_calls (org_id, target_id);
select protect_busy_table('provider_calls');
select portal_wall_by('provider_calls', 'false');

-- What the provider said, as an answer or by itself. It is stored before it is believed, and counts once.
create table provider_events (
  org_id      integer not null references organizations,
  id          text not null,              -- the provider's
  type        text not null,
  target_id   text not null,              -- the request or the refund
  content     jsonb not null,
  outcome     text not null check (outcome in ('RECEIVED', 'APPLIED', 'IGNORED', 'REFUSED')),
  reason      text,
  received_at timestamptz not null,
  primary key (org_id, id)
);
create index provider_events_of_target on provider_events (org_id, target_id, received_at);
select protect_busy_table('provider_events');
select portal_wall_by('provider_events', 'false');

-- Orders by which wallets fill themselves.
create table wallet_auto_topups (
  org_id      integer not null references organizations,
  id          text not null,
  account_id  text not null,
  purchase_id text,
  invoice_id  text,
  local_day   date not null,
  amount      numeric(38, 4) not null check (amount > 0),
  status      text not null check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  row_version integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id)
);
-- However many debits there are at once: a wallet waits for one order.
create unique index wallet_auto_topups_pending on wallet_auto_topups (org_id, account_id) where status = 'PENDING';
create unique index wallet_auto_topups_of_invoice on wallet_auto_topups (org_id, invoice_id) where invoice_id is not null;
create index wallet_auto_topups_by_day on wallet_auto_topups (org_id, account_id, local_day);
select protect_table('wallet_auto_topups');
select portal_wall_by('wallet_auto_topups', 'false');
select audit_table('wallet_auto_topups', 'WALLET_AUTO_TOPUP', '{id}');

do $$
begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    revoke delete on payment_requests, payment_refunds, provider_calls, provider_events, wallet_auto_topups
      from tallymark_app;
    revoke update on provider_events from tallymark_app;
    grant update (outcome, reason) on provider_events to tallymark_app;
  end if;
end $$;
