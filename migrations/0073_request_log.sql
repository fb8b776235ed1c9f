-- What callers sent and got, for some days (docs/decisions/0136).

create table logged_requests (
  org_id            integer not null references organizations,
  id                text collate "C" not null,
  at                timestamptz not null,     -- real time, when the request arrived
  method            text not null,
  path              text not null,            -- at most 500 characters, without the query
  query             text,
  operation_id      text,                     -- null for a path that leads nowhere
  status            smallint not null,
  status_text       text not null generated always as (status::text) stored,
  status_class      text not null generated always as (left(status::text, 1) || 'XX') stored,
  error_code        text,
  lacked_scopes     text[],                   -- of a request that was forbidden
  duration_ms       integer not null,
  request_id        text not null,            -- the header X-Request-Id, which callers may choose
  actor_type        text not null check (actor_type in ('API_KEY', 'ACCESS_TOKEN', 'PORTAL_TOKEN', 'USER')),
  actor_id          text not null,
  actor_name        text,                     -- of a user
  idempotency_key   text,
  is_replay         boolean not null,         -- answered with the response of an earlier request
  stands_for        integer not null,         -- how many requests like it are not recorded, and itself
  request_headers   jsonb not null,
  response_headers  jsonb not null,
  request_size      integer not null,         -- in bytes, of the whole body
  response_size     integer,                  -- null for a stream
  request_body      text,                     -- without secrets
  response_body     text,
  is_request_cut    boolean not null,
  is_response_cut   boolean not null,
  bodies            text not null             -- why there is none where one was sent
    check (bodies in ('KEPT', 'OFF', 'BEHIND', 'ERASED')),
  primary key (org_id, id)
);
select protect_table('logged_requests');
create index logged_requests_listed on logged_requests (org_id, at desc, id collate "C");
create index logged_requests_of_id on logged_requests (org_id, request_id);
create index logged_requests_of_actor on logged_requests (org_id, actor_id, at desc);
create index logged_requests_of_operation on logged_requests (org_id, operation_id, at desc);
create index logged_requests_of_path on logged_requests (org_id, path, at desc);
create index logged_requests_of_class on logged_requests (org_id, status_class, at desc);
create index logged_requests_of_error on logged_requests (org_id, error_code, at desc) where error_code is not null;
create index logged_requests_forbidden on logged_requests (org_id, actor_id, at desc) where lacked_scopes is not null;
create index logged_requests_of_key on logged_requests (org_id, idempotency_key, at) where idempotency_key is not null;

-- What the log does not have: by minute, so that its page can say so.
create table request_log_gaps (
  org_id    integer not null references organizations,
  at        timestamptz not null,    -- real time, to the minute
  requests  bigint not null,         -- not recorded
  bodies    bigint not null,         -- recorded without their bodies
  primary key (org_id, at)
);
select protect_table('request_log_gaps');

-- When a person was erased last, in real time: what arrived before and is written later is written without content.
create table request_log_erasures (
  org_id     integer not null primary key references organizations,
  erased_at  timestamptz not null
);
select protect_table('request_log_erasures');

-- When each key was last used, also where requests are not recorded.
create table api_key_uses (
  org_id        integer not null references organizations,
  key_id        text not null,
  last_used_at  timestamptz not null,    -- real time, to the minute
  primary key (org_id, key_id)
);
select protect_table('api_key_uses');

select portal_wall_by(closed, 'false')
from unnest(array['logged_requests', 'request_log_gaps', 'request_log_erasures', 'api_key_uses']::regclass[]) as closed;

-- As before (0071); keys stay, and with them their use. What a wipe has removed is not written again.
create or replace function kept_by_wipe(table_name text) returns boolean language sql immutable as $$
  select table_name in ('organizations', 'organization_currencies', 'currency_rates', 'api_keys', 'api_key_uses',
    'audit_log', 'audit_unsealed', 'audit_seals', 'audit_chains',
    'catalog_changes', -- tells processes to forget what was wiped
    'wiped_files', 'pending_files', 'request_log_erasures',
    'custom_roles', 'memberships', 'sessions', 'invitations', 'setup_links',
    'email_domains', 'identity_providers', 'identity_provider_groups', 'identity_provider_domains',
    'linked_identities', 'oidc_logins',
    'approval_policies')
$$;
