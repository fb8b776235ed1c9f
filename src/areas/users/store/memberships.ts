import { sql } from 'kysely';
import type { OrganizationStatus } from '#areas/organizations/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { findPage } from '#platform/db/page.ts';
import type { ListSpec, PageRequest } from '#platform/http/list.ts';
import type { Environment, Org, Scope } from '#platform/http/operation.ts';
import { ROLES, type Role } from '#platform/http/roles.ts';
import type { SecurityEvent } from '../rules.ts';
import type { MembershipsTable } from '../tables.ts';

export const userList: ListSpec = {
  maxPageSize: 100,
  defaultPageSize: 20,
  filters: {
    role: { column: 'memberships.role', kind: 'enum', values: ROLES },
    custom_role_id: { column: 'memberships.custom_role_id', kind: 'text' },
  },
  searchable: { name: 'users.name', email: 'users.email' },
  sortable: {
    created_at: { column: 'memberships.created_at', kind: 'instant' },
    id: { column: 'memberships.user_id', kind: 'text' },
  },
  defaultSort: [['created_at', 'DESC']],
  tieBreaker: 'id',
};

function members(tx: Tx, org: { orgId: number }) {
  return (
    tx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.userId')
      .leftJoin('customRoles', (join) =>
        join
          .onRef('customRoles.orgId', '=', 'memberships.orgId')
          .onRef('customRoles.id', '=', 'memberships.customRoleId'),
      )
      // Twice: pages continue after the value of the sorted column.
      .select('memberships.userId')
      .select(['memberships.userId as id', 'users.name', 'users.email', 'memberships.role'])
      .select('users.hasSecondFactor')
      .select(['memberships.customRoleId', 'customRoles.name as customRoleName'])
      .select('customRoles.scopes as customScopes')
      .select(['memberships.lastLoginAt', 'memberships.createdAt', 'memberships.updatedAt'])
      .where('memberships.orgId', '=', org.orgId)
  );
}
export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

export function listMembers(tx: Tx, org: Org, page: PageRequest) {
  return findPage(members(tx, org), page);
}

export async function findMember(tx: Tx, org: { orgId: number }, userId: string) {
  return (await members(tx, org).where('memberships.userId', '=', userId).executeTakeFirst()) ?? null;
}

/** A membership that lets a user into an environment. */
export interface EnvironmentMember {
  /** Of the environment to which the membership belongs. */
  orgId: number;
  userId: string;
  name: string;
  email: string;
  role: Role | null;
  customScopes: Scope[] | null;
}

/** The memberships of an environment, and for a sandbox also those of production. */
export async function listEnvironmentMembers(tx: Tx, org: Org): Promise<EnvironmentMember[]> {
  const { rows } = await sql<EnvironmentMember>`
    select org_id, user_id, name, email, role, custom_scopes from members_of_environment()
    where org_id = ${org.orgId} or ${org.environment} = 'sandbox'`.execute(tx);
  return rows;
}

export async function insertMembership(
  tx: Tx,
  membership: Pick<MembershipsTable, 'orgId' | 'userId' | 'role' | 'customRoleId' | 'createdAt'>,
): Promise<void> {
  const later = { lastLoginAt: null, securityEvent: null, securityEventAt: null };
  await tx
    .insertInto('memberships')
    .values({ ...membership, ...later, updatedAt: membership.createdAt })
    .execute();
}

export async function updateMembership(
  tx: Tx,
  org: { orgId: number },
  {
    userId,
    set,
  }: { userId: string; set: Partial<Omit<MembershipsTable, 'orgId' | 'userId' | 'rowVersion'>> },
): Promise<void> {
  await tx
    .updateTable('memberships')
    .set(set)
    .set((eb) => ({ rowVersion: eb('rowVersion', '+', 1) }))
    .where('orgId', '=', org.orgId)
    .where('userId', '=', userId)
    .execute();
}

/** Sessions end with the membership. */
export async function deleteMembership(tx: Tx, org: Org, userId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from memberships where org_id = ${org.orgId} and user_id = ${userId} returning 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Locks all administrators, in the order of their ids: of two administrators who remove each other, the
 * second one sees that it is the last.
 */
export async function lockAdministrators(tx: Tx, org: Org): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from memberships where org_id = ${org.orgId} and role = 'ADMINISTRATOR'
    order by user_id for update`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** Serializes changes of a membership. */
export async function lockMembership(tx: Tx, org: Org, userId: string): Promise<void> {
  await sql`select from memberships where org_id = ${org.orgId} and user_id = ${userId}
    for no key update`.execute(tx);
}

export async function noteSecurityEvent(
  tx: Tx,
  org: { orgId: number },
  { userId, event, now }: { userId: string; event: SecurityEvent; now: Temporal.Instant },
): Promise<void> {
  await updateMembership(tx, org, { userId, set: { securityEvent: event, securityEventAt: now } });
}

/** An organization of a user, with its role there. */
export interface OwnMembership {
  orgId: number;
  organizationId: string;
  organizationName: string;
  environment: Environment;
  status: OrganizationStatus;
  role: Role | null;
  customRoleId: string | null;
  customRoleName: string | null;
  customScopes: Scope[] | null;
  /** Whether its members log in through its identity provider. */
  isProviderRequired: boolean;
}

/** The most organizations of one user. */
const MAX = 100;

/**
 * The open organizations of a user, the one of the last login first. Needs a transaction that acts for the
 * user and sees all organizations. The names of roles are those of organizations that it acts for.
 */
export async function listOwnMemberships(tx: Tx, userId: string): Promise<OwnMembership[]> {
  const { rows } = await sql<OwnMembership>`
    select m.org_id, o.id as organization_id, o.name as organization_name, o.environment, o.status,
      m.role, m.custom_role_id, r.name as custom_role_name, r.scopes as custom_scopes,
      coalesce(p.is_required, false) as is_provider_required
    from memberships m join organizations o on o.org_id = m.org_id
    left join custom_roles r on r.org_id = m.org_id and r.id = m.custom_role_id
    left join identity_providers p on p.org_id = m.org_id
    where m.user_id = ${userId} and o.status <> 'CLOSED'
    order by m.last_login_at desc nulls last, m.created_at, m.org_id limit ${MAX}`.execute(tx);
  return rows;
}

/** Whether anybody can log in to any organization. Needs a transaction that sees all organizations. */
export async function hasUsers(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select has_users() as has`.execute(tx);
  return rows[0]?.has ?? false;
}

/** The organization that was created first. Needs a transaction that sees all organizations. */
export async function findFirstOrganization(tx: Tx): Promise<Org | null> {
  const { rows } = await sql<Org>`
    select org_id, id, environment from organizations
    where environment = 'production' and status = 'ACTIVE' order by org_id limit 1`.execute(tx);
  return rows[0] ?? null;
}

export async function findMemberByEmail(tx: Tx, org: Org, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from memberships m join users u on u.id = m.user_id
    where m.org_id = ${org.orgId} and u.email = ${email}`.execute(tx);
  return rows.length > 0;
}

/**
 * The organization that was created first, whatever its status: nobody else takes the place of a closed one.
 * Needs a transaction that sees all organizations.
 */
export async function findFirstOrgId(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ first: number | null }>`
    select min(org_id) as first from organizations where environment = 'production'`.execute(tx);
  return rows[0]?.first ?? null;
}
