-- What is charged in advance for a card and a cycle, once that is not what its invoice says any more: days were
-- given back, licences were settled, or the schedule was replaced from the start of the cycle.
create table advance_charges (
  org_id      integer not null references organizations,
  account_id  text not null,
  schedule_id text not null,
  cycle_start date not null,
  card_name   text not null,
  invoice_id  text,             -- that charged it; null when it was charged by the correction of another schedule
  revision    integer not null, -- settlements so far
  charge      jsonb not null,   -- the card as charged, the amount, the days
  is_closed   boolean not null, -- another schedule has taken its place
  updated_at  timestamptz not null,
  primary key (org_id, schedule_id, cycle_start, card_name),
  foreign key (org_id, account_id) references accounts (org_id, id),
  foreign key (org_id, invoice_id) references invoices (org_id, id)
);
create index advance_charges_of_account on advance_charges (org_id, account_id, cycle_start);
select protect_table('advance_charges');
select portal_wall('advance_charges', 'account_id');

-- Lines that came out of settlements and wait for the next invoice in advance.
create table advance_adjustments (
  org_id     integer not null references organizations,
  id         text not null,
  account_id text not null,
  card       jsonb not null,    -- as it stands among the inputs of the invoice
  setting    jsonb not null,    -- currency, zone, cycle and plan, for an invoice of its own
  invoice_id text,              -- that has it; null while it waits
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, account_id) references accounts (org_id, id),
  -- A draft that is deleted gives its lines to the next invoice.
  foreign key (org_id, invoice_id) references invoices (org_id, id) on delete set null (invoice_id)
);
create index advance_adjustments_waiting on advance_adjustments (org_id, account_id) where invoice_id is null;
create index advance_adjustments_of_invoice on advance_adjustments (org_id, invoice_id);
select protect_table('advance_adjustments');
select portal_wall('advance_adjustments', 'account_id');
