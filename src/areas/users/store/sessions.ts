import { sql } from 'kysely';
import type { OrganizationStatus } from '#areas/organizations/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Environment, Scope } from '#platform/http/operation.ts';
import type { Role } from '#platform/http/roles.ts';
import type { SessionsTable } from '../tables.ts';

export type SessionRow = SessionsTable;

/** Sessions of a user in an organization: a further login ends the one that was used least recently. */
const MAX = 50;

export async function insertSession(
  tx: Tx,
  session: Omit<SessionRow, 'previousHash' | 'previousUntil'>,
): Promise<void> {
  const { orgId, userId } = session;
  await sql`
    delete from sessions where org_id = ${orgId} and user_id = ${userId} and id in (
      select id from sessions where org_id = ${orgId} and user_id = ${userId}
      order by last_used_at desc, id offset ${MAX - 1})`.execute(tx);
  await tx
    .insertInto('sessions')
    .values({ ...session, previousHash: null, previousUntil: null })
    .execute();
}

/**
 * The session with the hash in the transaction's credential setting, also with that of the cookie before, for
 * a moment after it was replaced; row-level security hides all others.
 */
export async function findSessionByHash(
  tx: Tx,
  { hash, now }: { hash: Buffer; now: Temporal.Instant },
): Promise<SessionRow | null> {
  const { rows } = await sql<SessionRow>`
    select * from sessions
    where secret_hash = ${hash} or (previous_hash = ${hash} and previous_until > ${now})`.execute(tx);
  return rows[0] ?? null;
}

/** The person of a session, its role, and the environments of its organization. */
export interface SessionMember {
  name: string;
  hasSecondFactor: boolean;
  role: Role | null;
  customScopes: Scope[] | null;
  organizationId: string;
  environment: Environment;
  status: OrganizationStatus;
  /** The sandbox of the same organization. */
  sandboxOrgId: number | null;
}

/** Needs a transaction of the organization that acts for the user and sees all organizations. */
export async function findSessionMember(
  tx: Tx,
  { orgId, userId }: Pick<SessionRow, 'orgId' | 'userId'>,
): Promise<SessionMember | null> {
  const { rows } = await sql<SessionMember>`
    select u.name, u.has_second_factor, m.role, r.scopes as custom_scopes,
      o.id as organization_id, o.environment, o.status,
      box.org_id as sandbox_org_id
    from memberships m
    join users u on u.id = m.user_id
    join organizations o on o.org_id = m.org_id
    left join organizations box on box.id = o.id and box.environment = 'sandbox' and box.status <> 'CLOSED'
    left join custom_roles r on r.org_id = m.org_id and r.id = m.custom_role_id
    where m.org_id = ${orgId} and m.user_id = ${userId}`.execute(tx);
  return rows[0] ?? null;
}

interface Use extends Pick<SessionRow, 'orgId' | 'id' | 'address' | 'browser'> {
  now: Temporal.Instant;
  /** Uses before this instant are noted again. */
  noteBefore: Temporal.Instant;
}

/** Does nothing if another process has noted the use. */
export async function noteUse(tx: Tx, { orgId, id, address, browser, now, noteBefore }: Use): Promise<void> {
  await sql`
    update sessions set last_used_at = ${now}, address = ${address}, browser = ${browser}
    where org_id = ${orgId} and id = ${id} and last_used_at < ${noteBefore}`.execute(tx);
}

interface Rotation extends Pick<SessionRow, 'orgId' | 'id'> {
  to: Buffer;
  now: Temporal.Instant;
  /** Only a cookie that was made before this instant is replaced. */
  before: Temporal.Instant;
  /** How long the old cookie is good for requests under way. */
  previousUntil: Temporal.Instant;
}

/** Of requests that want to replace the cookie at the same time, exactly one gets true. */
export async function rotateSession(
  tx: Tx,
  { orgId, id, to, now, before, previousUntil }: Rotation,
): Promise<boolean> {
  const { rows } = await sql`
    update sessions set previous_hash = secret_hash, previous_until = ${previousUntil}, secret_hash = ${to},
      rotated_at = ${now}
    where org_id = ${orgId} and id = ${id} and rotated_at < ${before} returning 1`.execute(tx);
  return rows.length > 0;
}

/** The cookies of members are replaced at their next use, because their rights have changed. */
export async function ageSessions(
  tx: Tx,
  { orgId, userIds }: { orgId: number; userIds: readonly string[] },
): Promise<void> {
  // Older than any limit.
  await sql`
    update sessions set rotated_at = 'epoch'
    where org_id = ${orgId} and user_id = any(${userIds})`.execute(tx);
}

/** A session with the id of its organization on the wire. */
export type ListedSession = SessionRow & { organizationId: string };

/** Sessions of a user in one organization, the last used first. */
export async function listSessionsOf(
  tx: Tx,
  { orgId, userId, now }: { orgId: number; userId: string; now: Temporal.Instant },
): Promise<ListedSession[]> {
  const { rows } = await sql<ListedSession>`
    select s.*, o.id as organization_id from sessions s join organizations o on o.org_id = s.org_id
    where s.org_id = ${orgId} and s.user_id = ${userId} and s.expires_at > ${now}
    order by s.last_used_at desc, s.id limit 100`.execute(tx);
  return rows;
}

/**
 * The same in all organizations, or in the one that `bound` names. Needs a transaction that acts for the user
 * and sees all organizations.
 */
export async function listOwnSessions(
  tx: Tx,
  { userId, now, bound }: { userId: string; now: Temporal.Instant; bound: number | null },
): Promise<ListedSession[]> {
  const { rows } = await sql<ListedSession>`
    select s.*, o.id as organization_id from sessions s join organizations o on o.org_id = s.org_id
    where s.user_id = ${userId} and s.expires_at > ${now}
      and (${bound}::integer is null or s.org_id = ${bound})
    order by s.last_used_at desc, s.id limit 100`.execute(tx);
  return rows;
}

interface Ended {
  userId: string;
  only?: string | null;
  but?: string | null;
  /** The organization beyond which nothing ends; null: none. */
  bound?: number | null;
}

/** Ends one session of a user, or all but one, in all organizations. The transaction acts for the user. */
export async function endOwnSessions(
  tx: Tx,
  { userId, only = null, but = null, bound = null }: Ended,
): Promise<number> {
  const { rows } = await sql`
    delete from sessions where user_id = ${userId}
      and (${only}::text is null or id = ${only}) and (${but}::text is null or id <> ${but})
      and (${bound}::integer is null or org_id = ${bound})
    returning 1`.execute(tx);
  return rows.length;
}

/** Ends all sessions of a member in one organization. */
export async function endSessionsOf(
  tx: Tx,
  { orgId, userId }: { orgId: number; userId: string },
): Promise<number> {
  const { rows } = await sql`
    delete from sessions where org_id = ${orgId} and user_id = ${userId} returning 1`.execute(tx);
  return rows.length;
}

/** Deletes sessions that have ended; at most 1,000. */
export async function deleteEndedSessions(
  tx: Tx,
  { orgId, now, idleSince }: { orgId: number; now: Temporal.Instant; idleSince: Temporal.Instant },
): Promise<void> {
  await sql`
    delete from sessions where org_id = ${orgId} and id in (
      select id from sessions where org_id = ${orgId}
        and (expires_at <= ${now} or last_used_at <= ${idleSince}) limit 1000)`.execute(tx);
}

export async function findSessionById(
  tx: Tx,
  { orgId, id }: Pick<SessionRow, 'orgId' | 'id'>,
): Promise<Pick<SessionRow, 'createdAt' | 'expiresAt' | 'authenticatedBy'> | null> {
  const { rows } = await sql<Pick<SessionRow, 'createdAt' | 'expiresAt' | 'authenticatedBy'>>`
    select created_at, expires_at, authenticated_by from sessions
    where org_id = ${orgId} and id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

/** The person has proven more in its session since it began. */
export async function setAuthentication(
  tx: Tx,
  { orgId, id, authenticatedBy }: Pick<SessionRow, 'orgId' | 'id' | 'authenticatedBy'>,
): Promise<void> {
  await sql`
    update sessions set authenticated_by = ${authenticatedBy}
    where org_id = ${orgId} and id = ${id}`.execute(tx);
}
