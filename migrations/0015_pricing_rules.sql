-- Rules that change what the cards of one invoice timing come to. They stand under the reference of a plan
-- version, or of a schedule that has its own, as rate cards do.
create table pricing_rules (
  org_id         integer not null references organizations,
  reference_id   text not null,
  id             text not null,          -- stays with the rule when its list is copied or replaced
  version        integer not null check (version >= 1),
  name           text not null,
  invoice_timing text not null check (invoice_timing in ('IN_ADVANCE', 'IN_ARREARS')),
  "order"        integer not null check ("order" >= 1),
  condition      text,                   -- canonical JSON Logic; null: always
  computation    text not null,
  action         jsonb not null,
  created_at     timestamptz not null,
  primary key (org_id, reference_id, id),
  -- One after the other: two rules never share a place.
  unique (org_id, reference_id, invoice_timing, "order")
);
select protect_table('pricing_rules');

-- When a draft was to be issued for the first time and could not be: its deadline is over, though it is tried
-- again every day.
alter table invoices add column held_since timestamptz;
