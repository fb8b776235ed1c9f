-- What operators decide about held messages, and what they see of them before (docs/decisions/0155).

-- Which hold it is matters to whoever claims, so each reads the whole row.
drop function is_outgoing_held(text);

-- In the organization of the operator, whose audit log has the entry.
create table outgoing_decisions (
  org_id     integer not null references organizations,
  id         text not null,
  decision   text not null check (decision in ('RELEASED', 'DISCARDED')),
  kinds      text[] not null,
  pieces     integer,                    -- how many were discarded
  created_at timestamptz not null,
  primary key (org_id, id)
);
select protect_table('outgoing_decisions');
select portal_wall_by('outgoing_decisions', 'false');
select audit_table('outgoing_decisions', 'OUTGOING_DECISION', '{id}');
do $$ begin
  if exists (select from pg_roles where rolname = 'tallymark_app') then
    revoke update, delete on outgoing_decisions from tallymark_app;
  end if;
end $$;

-- What waits to leave, by organization and queue: how much of it was there before the hold, and since when the oldest.
create function outgoing_pending(out of_org integer, out organization_id text, out environment text, out queue text,
  out kind text, out pieces integer, out before_hold integer, out oldest timestamptz)
returns setof record language plpgsql as $$
declare
  each_org record;
begin
  for each_org in select o.org_id, o.id, o.environment from organizations o order by o.id, o.environment loop
    perform set_config('app.org_id', each_org.org_id::text, true);
    return query
      select each_org.org_id, each_org.id, each_org.environment, w.queue, w.kind, count(*)::integer,
        count(*) filter (where w.created_at < h.held_at)::integer, min(w.created_at)
      from (
        select 'MAILS' as queue, 'MAIL' as kind, m.created_at from mails m
        where m.org_id = each_org.org_id and m.next_attempt_at is not null
        union all
        select 'WEBHOOKS', 'WEBHOOKS', d.created_at from webhook_deliveries d
        join webhook_endpoints e on e.org_id = d.org_id and e.id = d.endpoint_id and e.status = 'ACTIVE'
        where d.org_id = each_org.org_id and d.next_attempt_at is not null
        union all
        select 'HOOKS', 'WEBHOOKS', c.created_at from finalization_calls c
        where c.org_id = each_org.org_id and c.next_attempt_at is not null
        union all
        select 'CHARGES', 'CHARGES', c.created_at from provider_calls c
        where c.org_id = each_org.org_id and c.next_attempt_at is not null) as w
      left join list_outgoing_holds() h on h.kind = w.kind and h.released_at is null
      group by w.queue, w.kind order by w.queue;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;

-- Calls of payment providers that wait to be made, the oldest of each organization first. The id is the key under which
-- the provider makes each once.
create function outgoing_charges(most integer, out organization_id text, out environment text, out id text,
  out call text, out target_id text, out invoice_id text, out amount text, out currency text, out attempts integer,
  out created_at timestamptz)
returns setof record language plpgsql as $$
declare
  each_org record;
  left_over integer := most;
  found_count integer;
begin
  for each_org in select o.org_id, o.id, o.environment from organizations o order by o.id, o.environment loop
    exit when left_over <= 0;
    perform set_config('app.org_id', each_org.org_id::text, true);
    return query
      select each_org.id, each_org.environment, c.id, c.kind, c.target_id, coalesce(f.invoice_id, r.invoice_id),
        coalesce(f.amount, r.amount)::text, coalesce(f.currency, r.currency), c.attempts, c.created_at
      from provider_calls c
      left join payment_refunds f on f.org_id = c.org_id and c.kind = 'REFUND' and f.id = c.target_id
      left join payment_requests r on r.org_id = c.org_id and c.kind <> 'REFUND' and r.id = c.target_id
      where c.org_id = each_org.org_id and c.next_attempt_at is not null
      order by c.created_at, c.id limit left_over;
    get diagnostics found_count = row_count;
    left_over := left_over - found_count;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;
