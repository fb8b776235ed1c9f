import { realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { isWriteFailure } from '#platform/db/failures.ts';
import type { RefreshSession } from '#platform/http/admit-requests.ts';
import type { Authenticate } from '#platform/http/auth.ts';
import type { Actor, Environment, Org, Scope } from '#platform/http/operation.ts';
import { secretOfSession, sessionCookie } from '#platform/http/session-cookie.ts';
import type { SessionUser } from '#platform/http/session-user.ts';
import { shortLivedCache } from '#platform/http/short-lived-cache.ts';
import { newSecret } from '#platform/logins/secrets.ts';
import { unauthenticated } from '#platform/problem.ts';
import type { SessionLimits } from '#platform/settings/session-limits.ts';
import { secretHashOf } from './begin-session.ts';
import { usableScopes } from './rules.ts';
import {
  findSessionByHash,
  findSessionMember,
  noteUse,
  rotateSession,
  type SessionMember,
  type SessionRow,
} from './store/sessions.ts';
import { whatSessionLacks } from './what-session-lacks.ts';

export interface SessionCheck {
  authenticate: Authenticate;
  refresh: RefreshSession;
}

/** How often the use of a session is noted. */
const NOTE_MS = 60_000;
/** How long the cookie that was replaced is good for requests under way. */
const GRACE_MS = 60_000;

/** A session and the person behind it, cached for a second, as keys are. */
interface KnownSession {
  session: SessionRow;
  member: SessionMember;
  lacks: SessionUser['lacks'];
  scopes: ReadonlySet<Scope>;
}

/** Checks the cookies of sessions against the stored session on every request. */
export function sessionCheck(database: Database, limits: SessionLimits): SessionCheck {
  const remember = shortLivedCache<KnownSession>();
  const refreshed = shortLivedCache<true>();
  return {
    authenticate: async (credential, environment) => {
      const hash = secretHashOf(secretOfSession(credential));
      const known = await remember(hash.toString('hex'), () => findKnown(database, hash));
      return actorOf(known, environment, limits);
    },
    // A cached session looks stale for up to a second after it was refreshed: one request does it for all.
    refresh: async ({ user, expiresAt }, caller) => {
      if (!user) return null;
      let cookie: string | null = null;
      await refreshed(user.sessionId, async () => {
        cookie = await refresh(database, limits, { user, expiresAt, ...caller }).catch(unlessReadOnly);
        return true;
      });
      return cookie;
    },
  };
}

async function findKnown(database: Database, hash: Buffer): Promise<KnownSession | null> {
  const directory = { access: 'read', isDirectory: true } as const;
  const session = await database.transaction(
    { ...directory, orgId: null, credential: hash.toString('hex') },
    (tx) => findSessionByHash(tx, { hash, now: realNow() }),
  );
  if (!session) return null;
  const { orgId, userId } = session;
  // Only the person can read its membership, and it is known only now.
  return database.transaction({ ...directory, orgId, userId }, async (tx) => {
    const member = await findSessionMember(tx, session);
    if (!member) return null;
    const home = { orgId, id: member.organizationId, environment: member.environment };
    const lacks = await whatSessionLacks(tx, home, { ...member, ...session });
    const scopes = new Set(lacks ? [] : usableScopes(member));
    return { session, member, lacks, scopes };
  });
}

function actorOf(known: KnownSession | null, environment: Environment, limits: SessionLimits): Actor {
  const org = known && orgOf(known, environment);
  if (!org || !isAlive(known.session, limits)) throw unauthenticated();
  const { session, member, lacks, scopes } = known;
  return {
    org,
    credentialId: session.userId,
    keyRotation: 0,
    scopes,
    token: null,
    expiresAt: session.expiresAt,
    portal: null,
    user: {
      id: session.userId,
      name: member.name,
      sessionId: session.id,
      orgId: session.orgId,
      lacks,
      isOwnLogin: session.authenticatedBy !== 'IDENTITY_PROVIDER',
      isStale: isStale(session, limits),
    },
  };
}

/** A membership of production covers the sandbox, too; one of the sandbox covers nothing else. */
function orgOf({ session, member }: KnownSession, environment: Environment): Org | null {
  if (member.status === 'CLOSED') return null;
  const { organizationId: id, sandboxOrgId } = member;
  if (member.environment === environment) return { orgId: session.orgId, id, environment };
  if (environment === 'sandbox' && sandboxOrgId !== null) return { orgId: sandboxOrgId, id, environment };
  return null;
}

/** In real time: a moved sandbox clock must not lock its users out. */
function isAlive({ expiresAt, lastUsedAt }: SessionRow, { idleMs }: SessionLimits): boolean {
  const now = realNow();
  const idleSince = now.subtract({ milliseconds: idleMs });
  return Temporal.Instant.compare(expiresAt, now) > 0 && Temporal.Instant.compare(lastUsedAt, idleSince) > 0;
}

function isStale({ lastUsedAt, rotatedAt }: SessionRow, { rotationMs }: SessionLimits): boolean {
  const now = realNow();
  const isOlder = (at: Temporal.Instant, milliseconds: number) =>
    Temporal.Instant.compare(at, now.subtract({ milliseconds })) < 0;
  return isOlder(lastUsedAt, NOTE_MS) || isOlder(rotatedAt, rotationMs);
}

/** A database that only reads at the moment still serves reads: the use is noted another time. */
function unlessReadOnly(error: unknown): null {
  if (isWriteFailure(error)) return null;
  throw error;
}

type Use = { user: SessionUser } & Pick<Actor, 'expiresAt'> & Parameters<RefreshSession>[1];

/** Notes the use of a session, and returns the header that replaces its cookie if it is old. */
async function refresh(
  database: Database,
  { rotationMs }: SessionLimits,
  { user: { orgId, sessionId: id }, expiresAt, address, userAgent, isSecure }: Use,
): Promise<string | null> {
  const now = realNow();
  const secret = newSecret();
  const isReplaced = await database.transaction({ orgId, access: 'write' }, async (tx) => {
    const noteBefore = now.subtract({ milliseconds: NOTE_MS });
    await noteUse(tx, { orgId, id, address, browser: userAgent, now, noteBefore });
    return rotateSession(tx, {
      ...{ orgId, id, to: secretHashOf(secret), now },
      before: now.subtract({ milliseconds: rotationMs }),
      previousUntil: now.add({ milliseconds: GRACE_MS }),
    });
  });
  if (!isReplaced) return null;
  const lifeMs = expiresAt?.since(now).total('milliseconds') ?? 0;
  return sessionCookie(secret, { isSecure, lifeMs });
}
