import { sql } from 'kysely';
import type { OrganizationStatus } from '#areas/organizations/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Environment, Org } from '#platform/http/operation.ts';
import type { GroupRole } from '../oidc/role-of-groups.ts';
import type { IdentityProvidersTable } from '../tables.ts';

export type ProviderRow = Omit<IdentityProvidersTable, 'rowVersion'>;

/** A provider with its domains and what its groups give. */
export interface Provider extends ProviderRow {
  groups: GroupRole[];
  domains: string[];
}

type ById = { orgId: number };

/** Null for none. */
export async function findProvider(tx: Tx, { orgId }: ById): Promise<Provider | null> {
  const row = await tx
    .selectFrom('identityProviders')
    .selectAll()
    .where('orgId', '=', orgId)
    .executeTakeFirst();
  if (!row) return null;
  const groups = await listGroups(tx, { orgId });
  const { rows: domains } = await sql<{ domain: string }>`
    select domain from identity_provider_domains
    where org_id = ${orgId} order by domain collate "C"`.execute(tx);
  return { ...row, groups, domains: domains.map(({ domain }) => domain) };
}

/** Serializes changes of the provider, also of one that there is not yet. */
export async function lockProvider(tx: Tx, { orgId }: ById): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('identity provider'), ${orgId})`.execute(tx);
}

/** Whether the members of an organization have to log in through its identity provider. */
export async function isProviderRequired(tx: Tx, { orgId }: ById): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identity_providers where org_id = ${orgId} and is_required`.execute(tx);
  return rows.length > 0;
}

/** The caller has locked the provider. Throws 23503 for a role or a domain that is gone. */
export async function saveProvider(tx: Tx, { groups, domains, ...row }: Provider): Promise<void> {
  const { orgId } = row;
  const { createdAt: _kept, ...changed } = row;
  await tx
    .insertInto('identityProviders')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('orgId').doUpdateSet((eb) => ({
        ...changed,
        rowVersion: eb('identityProviders.rowVersion', '+', 1),
      })),
    )
    .execute();
  await replaceGroups(tx, { orgId, groups });
  await sql`
    delete from identity_provider_domains
    where org_id = ${orgId} and domain <> all(${domains})`.execute(tx);
  await sql`
    insert into identity_provider_domains (org_id, domain)
    select ${orgId}, unnest(${domains}::text[]) on conflict do nothing`.execute(tx);
}

/** What stays is not written, so that the audit log has what has changed. */
async function replaceGroups(
  tx: Tx,
  { orgId, groups }: { orgId: number; groups: readonly GroupRole[] },
): Promise<void> {
  if (JSON.stringify(await listGroups(tx, { orgId })) === JSON.stringify(groups)) return;
  await sql`delete from identity_provider_groups where org_id = ${orgId}`.execute(tx);
  for (const [position, { groupName, role, customRoleId }] of groups.entries())
    await sql`
      insert into identity_provider_groups (org_id, position, group_name, role, custom_role_id)
      values (${orgId}, ${position}, ${groupName}, ${role}, ${customRoleId})`.execute(tx);
}

async function listGroups(tx: Tx, { orgId }: ById): Promise<GroupRole[]> {
  const { rows } = await sql<GroupRole>`
    select group_name, role, custom_role_id from identity_provider_groups
    where org_id = ${orgId} order by position`.execute(tx);
  return rows;
}

/** False if there was none. Its groups, domains and logins under way go with it. */
export async function deleteProvider(tx: Tx, { orgId }: ById): Promise<boolean> {
  const { rows } = await sql`
    delete from identity_providers where org_id = ${orgId} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Ends the sessions that the provider has vouched for, of one member or of all. */
export async function endProviderSessions(
  tx: Tx,
  { orgId, userId = null }: { orgId: number; userId?: string | null },
): Promise<void> {
  await sql`
    delete from sessions where org_id = ${orgId} and authenticated_by = 'IDENTITY_PROVIDER'
      and (${userId}::text is null or user_id = ${userId})`.execute(tx);
}

/** The domains for which the operator trusts the organization. */
export async function listEmailDomains(tx: Tx, { orgId }: ById): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select domain from email_domains where org_id = ${orgId}
    order by domain collate "C" limit 1000`.execute(tx);
  return rows.map(({ domain }) => domain);
}

export async function insertEmailDomain(
  tx: Tx,
  { orgId, domain, now }: { orgId: number; domain: string; now: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into email_domains (org_id, domain, created_at) values (${orgId}, ${domain}, ${now})
    on conflict do nothing`.execute(tx);
}

export async function deleteEmailDomain(
  tx: Tx,
  { orgId, domain }: { orgId: number; domain: string },
): Promise<void> {
  await sql`delete from email_domains where org_id = ${orgId} and domain = ${domain}`.execute(tx);
}

/** The organizations whose providers log in people of a domain. The transaction's credential is its hash. */
export async function listOrgsOfDomain(tx: Tx, domain: string): Promise<number[]> {
  const { rows } = await sql<{ orgId: number }>`
    select org_id from identity_provider_domains where domain = ${domain}
    order by org_id limit 20`.execute(tx);
  return rows.map(({ orgId }) => orgId);
}

/** An environment of an organization that is not closed. */
export type LoginOrg = Org & { status: OrganizationStatus };

/** Needs a transaction that sees all organizations. */
export async function findLoginOrg(
  tx: Tx,
  { id, environment }: { id: string; environment: Environment },
): Promise<LoginOrg | null> {
  const { rows } = await sql<LoginOrg>`
    select org_id, id, environment, status from organizations
    where id = ${id} and environment = ${environment} and status <> 'CLOSED'`.execute(tx);
  return rows[0] ?? null;
}

/** The same by its number. */
export async function findLoginOrgByNumber(tx: Tx, { orgId }: ById): Promise<LoginOrg | null> {
  const { rows } = await sql<LoginOrg>`
    select org_id, id, environment, status from organizations
    where org_id = ${orgId} and status <> 'CLOSED'`.execute(tx);
  return rows[0] ?? null;
}
