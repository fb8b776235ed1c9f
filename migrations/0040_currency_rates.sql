-- A rate that was wrong is mended from a day on: rows of reports from that day are converted by it. The rate that a
-- currency was added with holds before the first of them.
create table currency_rates (
  org_id         integer not null,
  currency       text not null,
  effective_from date not null,        -- a local day of the organization
  rate           numeric(38, 18) not null check (rate > 0),
  created_at     timestamptz not null,
  primary key (org_id, currency, effective_from),
  foreign key (org_id, currency) references organization_currencies (org_id, currency)
);
select protect_table('currency_rates');
select audit_table('currency_rates', 'CURRENCY_RATE', '{currency,effective_from}');
