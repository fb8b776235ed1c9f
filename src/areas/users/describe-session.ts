import { getOrganization } from '#areas/organizations/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import { describeRole } from './describe-role.ts';
import { isOperator } from './operators.ts';
import { credentialsRejected } from './problems.ts';
import { usableScopes } from './rules.ts';
import type { SessionView } from './schema.ts';
import { findFirstOrgId, listOwnMemberships, type OwnMembership } from './store/memberships.ts';
import { findSessionById, type SessionRow } from './store/sessions.ts';
import { findUser } from './store/users.ts';
import { whatSessionLacks } from './what-session-lacks.ts';

interface Described {
  database: Database;
  deployment: Deployment;
}

/**
 * Everything that a page needs at its start: the person, the organization, and what both may do. `ownRows` is
 * empty for a session that does not reach the other organizations of the person.
 */
export async function describeSession(
  { database, deployment }: Described,
  { orgId, userId, id }: Pick<SessionRow, 'orgId' | 'userId' | 'id'>,
  ownRows: { userId?: string } = { userId },
): Promise<SessionView> {
  const scope = { orgId, access: 'read', isDirectory: true, ...ownRows } as const;
  const found = await database.transaction(scope, async (tx) => {
    const user = await findUser(tx, userId);
    const memberships = await listOwnMemberships(tx, userId);
    const session = await findSessionById(tx, { orgId, id });
    const current = memberships.find((each) => each.orgId === orgId);
    // It has ended since the request began.
    if (!user || !current || !session) throw credentialsRejected();
    const home = { orgId, id: current.organizationId, environment: current.environment };
    const organization = await getOrganization(tx, home);
    const firstOrgId = await findFirstOrgId(tx);
    const lacks = await whatSessionLacks(tx, home, { ...user, ...current, ...session });
    return { user, memberships, session, current, organization, lacks, firstOrgId };
  });
  const { user, memberships, session, current, lacks, firstOrgId } = found;
  const isOwnLogin = session.authenticatedBy !== 'IDENTITY_PROVIDER';
  const person = { email: user.email, memberships, firstOrgId };
  // An identity provider vouches for the person in its own organization only.
  const reachable = session.authenticatedBy === 'IDENTITY_PROVIDER' ? [current] : memberships;
  const { name, timezone, baseCurrency } = found.organization;
  return {
    user: {
      ...{ id: user.id, name: user.name, email: user.email },
      hasSecondFactor: user.hasSecondFactor,
    },
    isSecondFactorMissing: lacks === 'SECOND_FACTOR',
    isIdentityProviderMissing: lacks === 'IDENTITY_PROVIDER',
    organization: { id: current.organizationId, name, timezone, baseCurrency },
    ...describeRole(current),
    scopes: lacks ? [] : usableScopes(current),
    ...(isOwnLogin && !lacks && isOperator(deployment.host, person) && { isOperator: true }),
    environments: environmentsOf(current),
    memberships: reachable.map(describeMembership),
    session: {
      ...{ id, authenticatedBy: session.authenticatedBy },
      ...{ createdAt: session.createdAt, expiresAt: session.expiresAt },
      idleTimeoutSeconds: Math.floor(deployment.sessions.idleMs / 1000),
    },
    instance: { name: new URL(deployment.homeUrl).host, version: deployment.version },
  };
}

function environmentsOf({ environment }: OwnMembership): SessionView['environments'] {
  const sandbox = { environment: 'sandbox', basePath: '/sandbox' } as const;
  return environment === 'sandbox' ? [sandbox] : [{ environment, basePath: '' }, sandbox];
}

function describeMembership(membership: OwnMembership) {
  const { organizationId, organizationName } = membership;
  return { organizationId, organizationName, ...describeRole(membership) };
}
