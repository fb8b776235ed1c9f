-- What a portal sees of events and of their sums, as one sub-query instead of two of which one had a third within.
-- Every statement that adds to sums has the wall seven times over, and PostgreSQL prepared all of them each time,
-- for who is no portal too: a quarter of what a transaction with one event took it.

-- A function with a sub-query stays a call: who is no portal does not pay for what is in it.
create function portal_contexts() returns integer[] language sql stable parallel safe as $$
  select array(select context_id from event_contexts where account_id = any ((select portal_accounts())::text[]))
$$;
-- For a table whose rows belong to a context, which is never null: so only who is no portal gets null, and sees all.
create or replace function portal_wall_by_context(name regclass) returns void language plpgsql as $$
begin
  execute format('create policy portal_wall on %s as restrictive using (
    coalesce(context_id = any ((select case when is_portal() then portal_contexts() end)::integer[]), true))', name);
end $$;

drop policy portal_wall on events;
drop policy portal_wall on context_hours;
drop policy portal_wall on context_cycles;
select portal_wall_by_context(name)
from unnest(array['events', 'context_hours', 'context_cycles']::regclass[]) as name;
