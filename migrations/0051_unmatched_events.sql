-- Events that were processed and that no meter counted, by age: for alerts, and for the values that no meter covers.
create index events_unmatched_age on events (org_id, received_at) where status between 2 and 3;
