import { findOpenOrganization } from '#areas/organizations/index.ts';
import { realNow } from '#platform/db/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { hashOf, newSecret } from '#platform/logins/secrets.ts';
import { linkToken } from './rules.ts';
import { replaceSetupLink } from './store/invitations.ts';
import { findFirstOrganization, hasUsers } from './store/memberships.ts';

const LIFE = { minutes: 30 };
const DIRECTORY = { orgId: null, access: 'read', isDirectory: true } as const;

/** The token that creates the first administrator of the first organization; null once there is a user. */
export async function createFirstSetupToken(database: Database): Promise<string | null> {
  const org = await database.transaction(DIRECTORY, async (tx) =>
    (await hasUsers(tx)) ? null : findFirstOrganization(tx),
  );
  return org && createToken(database, org);
}

/** For the operator: a token that makes an administrator of an organization. Null for an unknown one. */
export async function createSetupToken(
  database: Database,
  wanted: Pick<Org, 'id' | 'environment'>,
): Promise<string | null> {
  const org = await database.transaction(DIRECTORY, (tx) => findOpenOrganization(tx, wanted));
  return org && createToken(database, org);
}

async function createToken(database: Database, org: Org): Promise<string> {
  const secret = newSecret();
  const now = realNow();
  const actor = { type: 'SYSTEM', id: 'operator' } as const;
  await database.transaction({ orgId: org.orgId, access: 'write', actor }, (tx) =>
    replaceSetupLink(tx, org, {
      ...{ id: newId('setup', now), tokenHash: hashOf(secret), createdAt: now, expiresAt: now.add(LIFE) },
    }),
  );
  return linkToken(org, secret);
}
