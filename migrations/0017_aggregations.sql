-- Aggregations beyond COUNT and SUM. The rollups of usage_hours and usage_cycles keep in `units` the greatest
-- units of a meter of MAX, the least of one of MIN, and the sum for all others; the aggregation of a meter
-- that has been active does not change between these. What does not follow from a sum and a number of events
-- is read from the rows of usage.
alter table usage_meters drop constraint usage_meters_aggregation_check;
alter table usage_meters add constraint usage_meters_aggregation_check check (aggregation in
  ('COUNT', 'SUM', 'MAX', 'MIN', 'AVERAGE', 'UNIQUE_COUNT', 'LATEST', 'TIME_WEIGHTED_SUM'));

-- What a meter of UNIQUE_COUNT counts once; null for all others.
alter table usage add column key text;

-- Invoices with revenue that no card earns by itself (core/invoice/extra-revenue.ts): metrics read the texts of
-- these and of no others.
alter table invoices add column may_add_revenue boolean generated always as (
  inputs like '%"considerForRevenue":true%' or document like '%"TRUE_UP_AMOUNT"%'
  or document like '%"PRICING_RULE_%') stored not null;
