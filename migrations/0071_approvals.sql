-- Requests that wait for a second person (docs/decisions/0135).

-- At most one for each environment of an organization; without a row, nothing waits.
create table approval_policies (
  org_id          integer not null primary key references organizations,
  id              text not null default 'policy' check (id = 'policy'), -- names it in the audit log
  rules           jsonb not null,            -- [{kind, limits: [{currency, amount}]}]
  exempt_key_ids  text[] not null,
  updated_by      text not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  row_version     integer not null default 1
);
select protect_table('approval_policies');

create table approvals (
  org_id           integer not null references organizations,
  id               text not null,
  status           text not null
    check (status in ('PENDING', 'APPROVED', 'REJECTED', 'CANCELLED', 'EXPIRED', 'STALE')),
  kinds            text[] not null,
  -- The request, as it was sent.
  operation_id     text not null,
  summary          text not null,          -- of the operation
  scope            text not null,          -- an approver needs it, too
  method           text not null,
  url              text not null,
  base_url         text not null,
  body             text,                   -- without its secret members
  sealed_body      text,                   -- with them, until it is decided
  if_match         text,
  idempotency_key  text,
  body_hash        bytea not null,         -- SHA-256
  -- The one who sent it: a user, or an API key with the user who holds its secret.
  requester_type   text not null check (requester_type in ('USER', 'API_KEY')),
  requester_id     text not null,
  requester_name   text not null,
  person_id        text not null,
  -- What it would do.
  effects          jsonb not null,         -- the first ones
  effect_count     integer not null,
  totals           jsonb not null,
  digest           text not null,          -- of all effects: the approval is given for exactly these
  reason           text,
  -- The decision.
  decided_by       text,
  decided_by_name  text,
  decided_at       timestamptz,
  comment          text,
  failure          jsonb,                  -- {code, message} of one that is STALE
  response_status  integer,
  response         text,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  expires_at       timestamptz not null,
  row_version      integer not null default 1,
  primary key (org_id, id),
  check ((status = 'PENDING') = (decided_at is null))
);
select protect_table('approvals');
create index approvals_listed on approvals (org_id, created_at desc, id collate "C");
create index approvals_pending on approvals (org_id, created_at desc) where status = 'PENDING';
create index approvals_decided on approvals (org_id, decided_at) where decided_at is not null;
-- A repeated request finds the one that waits.
create unique index approvals_of_key on approvals (org_id, requester_id, operation_id, url, idempotency_key)
  where status = 'PENDING' and idempotency_key is not null;

-- The total with which a person had an invoice issued later: by a bill run, or after finalization hooks. An invoice
-- that has another one by then is not issued.
create table approved_totals (
  org_id       integer not null references organizations,
  invoice_id   text not null,
  total_amount numeric(42, 4) not null,
  currency     text not null,
  created_at   timestamptz not null,
  primary key (org_id, invoice_id),
  foreign key (org_id, invoice_id) references invoices (org_id, id) on delete cascade
);
select protect_table('approved_totals');

select portal_wall_by(closed, 'false')
from unnest(array['approval_policies', 'approvals', 'approved_totals']::regclass[]) as closed;

-- Whoever created a key or rotated it last knows its secret: the same person cannot approve what the key asks for. Null:
-- nobody is known, or the key was created by its parent, whose holder counts.
alter table api_keys add column holder_id text;
do $$
declare
  each_org integer;
begin
  for each_org in select org_id from organizations order by org_id loop
    perform set_config('app.org_id', each_org::text, true);
    update api_keys k set holder_id = (
      select l.actor_id from audit_log l
      where l.org_id = each_org and l.entity_type = 'API_KEY' and l.entity_id = k.id and l.actor_type = 'USER'
        and l.operation_id in ('createApiKey', 'rotateApiKey')
      order by l.id desc limit 1)
    where k.org_id = each_org;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;

-- The members who may use the environment of the transaction: its own, and in a sandbox also those of production. One
-- statement, because a reading connection has no longer transactions.
create function members_of_environment(
  out org_id integer, out user_id text, out name text, out email text, out role text, out custom_scopes text[]
) returns setof record language plpgsql as $$
declare
  own_org integer := current_org();
  sees_all text := current_setting('app.directory', true);
  each_org integer;
begin
  perform set_config('app.directory', 'on', true);
  for each_org in
    select o.org_id from organizations o join organizations mine on mine.id = o.id
    where mine.org_id = own_org and (o.org_id = own_org or mine.environment = 'sandbox')
    order by o.org_id
  loop
    perform set_config('app.org_id', each_org::text, true);
    return query
      select m.org_id, m.user_id, u.name, u.email, m.role, r.scopes
      from memberships m
      join users u on u.id = m.user_id
      left join custom_roles r on r.org_id = m.org_id and r.id = m.custom_role_id
      where m.org_id = each_org
      order by m.user_id limit 10000;
  end loop;
  perform set_config('app.org_id', own_org::text, true);
  perform set_config('app.directory', coalesce(sees_all, ''), true);
end $$;

-- The audit log names the approver beside the one who asked. What was sealed before keeps its text.
alter table audit_log add column approval_id text, add column approver_id text, add column approver_name text;
create or replace function audit_entry_text(entry audit_log) returns text language sql stable set timezone = 'UTC' as $$
  select (jsonb_build_array(entry.org_id, entry.id, entry.at, entry.written_at, entry.actor_type, entry.actor_id,
    entry.actor_contact, entry.request_id, entry.operation_id, entry.entity_type, entry.entity_id, entry.action,
    entry.before, entry.after)
    || case when entry.actor_address is null and entry.actor_name is null and entry.approval_id is null then '[]'
      else jsonb_build_array(entry.actor_address) end
    || case when entry.actor_name is null and entry.approval_id is null then '[]'
      else jsonb_build_array(entry.actor_name) end
    || case when entry.approval_id is null then '[]'
      else jsonb_build_array(entry.approval_id, entry.approver_id, entry.approver_name) end)::text
$$;
do $$
declare
  written text := pg_get_functiondef('note_audited_change()'::regprocedure);
begin
  written := replace(written, 'actor_address, actor_name,',
    'actor_address, actor_name, approval_id, approver_id, approver_name,');
  written := replace(written, 'actor ->> ''name'', ',
    'actor ->> ''name'', actor ->> ''approvalId'', actor ->> ''approverId'', actor ->> ''approverName'', ');
  if written not like '%approver_name,%' or written not like '%->> ''approverName''%' then
    raise exception 'note_audited_change() has another form';
  end if;
  execute written;
end $$;

select audit_table('approval_policies', 'APPROVAL_POLICY', '{id}');
select audit_table('approvals', 'APPROVAL', '{id}',
  omitted => '{url, base_url, body, sealed_body, body_hash, if_match, idempotency_key, effects, digest, reason, comment, failure,
    response}');

-- As before (0069); the policy stays, and the requests go with what they are about.
create or replace function kept_by_wipe(table_name text) returns boolean language sql immutable as $$
  select table_name in ('organizations', 'organization_currencies', 'currency_rates', 'api_keys',
    'audit_log', 'audit_unsealed', 'audit_seals', 'audit_chains',
    'catalog_changes', -- tells processes to forget what was wiped
    'wiped_files', 'pending_files',
    'custom_roles', 'memberships', 'sessions', 'invitations', 'setup_links',
    'email_domains', 'identity_providers', 'identity_provider_groups', 'identity_provider_domains',
    'linked_identities', 'oidc_logins',
    'approval_policies')
$$;
