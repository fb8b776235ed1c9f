-- What a meter counts, as it is printed beside quantities: GB, calls.
alter table usage_meters add column unit text;
