-- Headers of an answer that an Idempotency-Key repeats; null: it has none of its own.
alter table idempotency_keys add column response_headers jsonb;
