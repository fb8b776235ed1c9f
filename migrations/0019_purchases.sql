-- What accounts buy once, and what they are offered to buy.
create table purchases (
  org_id                 integer not null references organizations,
  id                     text not null,
  account_id             text not null,
  type                   text not null check (type in ('ENTITLEMENT_GRANT', 'ASSOCIATION', 'PREPAID')),
  status                 text not null check (status in ('PENDING', 'IN_PROGRESS', 'SUCCESS', 'FAILURE',
    'PROPOSAL_ACTIVE', 'PROPOSAL_APPROVED', 'PROPOSAL_DECLINED', 'PROPOSAL_EXPIRED')),
  payment_mode           text check (payment_mode in ('PREPAID', 'POSTPAID')), -- of a proposal
  is_proposal            boolean not null generated always as (payment_mode is not null) stored,
  plan_id                text not null,
  plan_version           integer not null,
  quantity               integer,
  rate_card_quantities   jsonb,
  purchase_plan_override jsonb,
  association_override   jsonb,
  effective_from         date,               -- of the association
  effective_until        date,
  expiry_date            timestamptz,
  idempotency_key        text,
  request                text,               -- canonical JSON of what was sent, to tell a repeat from a change
  currency               text not null,
  price                  numeric(38, 4) not null,
  sale                   text not null,      -- canonical JSON of the cards that were sold and of their grants
  invoice_id             text,               -- the order, and the invoice that it becomes
  schedule_id            text,               -- of PREPAID: whose cards, and the first day of the cycle
  cycle_start            date,
  comment                text,
  responded_at           timestamptz,        -- when the proposal was answered
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  row_version            integer not null default 1,
  primary key (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  foreign key (org_id, plan_id, plan_version) references price_plan_versions (org_id, plan_id, version),
  foreign key (org_id, invoice_id) references invoices (org_id, id),
  check ((type = 'PREPAID') = (schedule_id is not null) and (schedule_id is null) = (cycle_start is null)),
  check (is_proposal or status not like 'PROPOSAL%'),
  -- Permanent: two requests racing with one key end in one purchase.
  constraint purchases_idempotency_key unique (org_id, account_id, is_proposal, idempotency_key),
  -- A cycle asks for its prepaid cards once, whatever runs at the same time or again after a crash.
  constraint purchases_one_per_cycle unique (org_id, schedule_id, cycle_start)
);
create index purchases_listed on purchases (org_id, account_id, created_at desc, id collate "C");
create unique index purchases_of_invoice on purchases (org_id, invoice_id);
select protect_table('purchases');
select portal_wall('purchases', 'account_id');

-- As before, and what class it is. An order that is paid becomes an invoice: it gets another number and the
-- date of that day, and says what it said.
create or replace function keep_finalized_invoice() returns trigger language plpgsql as $$
declare
  is_conversion boolean := old.invoice_class = 'ORDER' and new.invoice_class = 'INVOICE' and new.status = 'PAID';
begin
  if old.finalizing_status = 'FINALIZED' and ((
       new.inputs, new.document, new.details, new.total_amount, new.currency,
       new.start_at, new.end_at, new.account_id, new.group_id, new.finalizing_status,
       coalesce(old.merged_into, new.merged_into))
     is distinct from (
       old.inputs, old.document, old.details, old.total_amount, old.currency,
       old.start_at, old.end_at, old.account_id, old.group_id, old.finalizing_status, new.merged_into)
     or not is_conversion and (new.invoice_class, new.sequence_id, new.invoice_date)
       is distinct from (old.invoice_class, old.sequence_id, old.invoice_date)) then
    raise exception 'invoice % is finalized', old.id using errcode = 'TM001';
  end if;
  return new;
end $$;
