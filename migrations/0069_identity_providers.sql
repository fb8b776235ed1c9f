-- Logins through the identity provider of an organization, by OpenID Connect (docs/decisions/0131).

-- The e-mail domains for which the operator trusts an organization: its identity provider may say who has an address
-- there, for people who may be users of other organizations as well.
create table email_domains (
  org_id     integer not null references organizations,
  domain     text not null check (domain = lower(domain)),
  created_at timestamptz not null,
  primary key (org_id, domain)
);

create table identity_providers (
  org_id                 integer primary key references organizations,
  name                   text not null,
  issuer                 text not null,
  client_id              text not null,
  client_secret          text not null,  -- sealed
  scopes                 text[] not null,
  groups_claim           text,           -- null: the organization gives roles itself
  default_role           text check (default_role in
    ('ADMINISTRATOR', 'FINANCE', 'SUPPORT', 'PRODUCT_MANAGER', 'DEVELOPER', 'ANALYST')),
  default_custom_role_id text,
  is_required            boolean not null,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  row_version            integer not null default 1,
  foreign key (org_id, default_custom_role_id) references custom_roles (org_id, id),
  check (default_role is null or default_custom_role_id is null)
);

-- The first group that a person is in gives the role.
create table identity_provider_groups (
  org_id         integer not null references identity_providers on delete cascade,
  position       integer not null,
  group_name     text not null,
  role           text check (role in
    ('ADMINISTRATOR', 'FINANCE', 'SUPPORT', 'PRODUCT_MANAGER', 'DEVELOPER', 'ANALYST')),
  custom_role_id text,
  primary key (org_id, position),
  unique (org_id, group_name),
  foreign key (org_id, custom_role_id) references custom_roles (org_id, id),
  check ((role is null) <> (custom_role_id is null))
);

-- Of those that the operator allows; a domain that is no longer allowed is gone here, too.
create table identity_provider_domains (
  org_id integer not null references identity_providers on delete cascade,
  domain text not null,
  primary key (org_id, domain),
  foreign key (org_id, domain) references email_domains (org_id, domain) on delete cascade
);

-- Who somebody at an identity provider is here. It belongs to the membership: another organization with the same
-- provider has links of its own, and no session follows from those of others.
create table linked_identities (
  org_id         integer not null,
  issuer         text not null,
  subject        text not null,
  user_id        text not null,
  is_provisioned boolean not null, -- the membership was made by a login, and ends with the groups
  created_at     timestamptz not null,
  last_login_at  timestamptz not null,
  primary key (org_id, issuer, subject),
  -- An address that was given to another person links nobody to its earlier owner.
  constraint linked_identities_user unique (org_id, issuer, user_id),
  foreign key (org_id, user_id) references memberships (org_id, user_id) on delete cascade
);

-- A login on its way to the identity provider and back.
create table oidc_logins (
  org_id       integer not null references identity_providers on delete cascade,
  state_hash   text not null, -- SHA-256 of 256 random bits
  browser_hash text not null, -- of the browser in which it began
  issuer       text not null,
  return_to    text not null,
  expires_at   timestamptz not null,
  primary key (org_id, state_hash)
);
create index oidc_logins_state on oidc_logins (state_hash);

do $$
declare
  name text;
begin
  foreach name in array array['email_domains', 'identity_providers', 'identity_provider_groups',
      'identity_provider_domains', 'linked_identities', 'oidc_logins'] loop
    perform protect_table(name::regclass);
    perform portal_wall_by(name::regclass, 'false');
  end loop;
end $$;

-- Before anybody is known: whoever has typed an address learns which organizations its domain leads to, and whoever
-- comes back from a provider has the state of a login.
create policy domain_lookup on identity_provider_domains for select
  using (encode(sha256(convert_to(domain, 'UTF8')), 'hex') = current_setting('app.credential', true));
create policy state_lookup on oidc_logins for select
  using (state_hash = current_setting('app.credential', true));
-- A person learns which of its organizations want their own login.
create policy own_providers on identity_providers for select using (exists (
  select from memberships m where m.org_id = identity_providers.org_id and m.user_id = (select current_person())));

select audit_table('email_domains', 'EMAIL_DOMAIN', '{domain}');
select audit_table('identity_providers', 'IDENTITY_PROVIDER', '{issuer}', masked => '{client_secret}');
select audit_table('identity_provider_groups', 'IDENTITY_PROVIDER_GROUP', '{group_name}');
select audit_table('identity_provider_domains', 'IDENTITY_PROVIDER_DOMAIN', '{domain}');
select audit_table('linked_identities', 'LINKED_IDENTITY', '{issuer, subject}', quiet => '{last_login_at}');

alter table sessions drop constraint sessions_authenticated_by_check;
alter table sessions add constraint sessions_authenticated_by_check
  check (authenticated_by in ('PASSWORD', 'PASSKEY', 'IDENTITY_PROVIDER'));

-- As before (0065), and how people log in stays.
create or replace function kept_by_wipe(table_name text) returns boolean language sql immutable as $$
  select table_name in ('organizations', 'organization_currencies', 'currency_rates', 'api_keys',
    'audit_log', 'audit_unsealed', 'audit_seals', 'audit_chains',
    'catalog_changes', -- tells processes to forget what was wiped
    'wiped_files', 'pending_files',
    'custom_roles', 'memberships', 'sessions', 'invitations', 'setup_links',
    'email_domains', 'identity_providers', 'identity_provider_groups', 'identity_provider_domains',
    'linked_identities', 'oidc_logins')
$$;
