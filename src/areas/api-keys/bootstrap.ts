import { countOrganizations, insertOrganization, lockBootstrap } from '#areas/organizations/index.ts';
import { realNow } from '#platform/db/clock.ts';
import { actFor, type Database, type Tx } from '#platform/db/database.ts';
import { type Environment, SCOPES } from '#platform/http/operation.ts';
import { createKey } from './create-key.ts';

export interface BootstrapWish {
  organization: string;
  apiKey: string | null;
  sandboxApiKey: string | null;
}

/** The first keys, as they are shown once. */
export interface FirstCredentials {
  organization: string;
  apiKey: string;
  sandboxApiKey: string;
}

/** Creates the first organization in an empty database. Null when there is one already. */
export async function bootstrapOrganization(
  database: Database,
  wish: BootstrapWish,
): Promise<FirstCredentials | null> {
  return database.transaction({ orgId: null, access: 'write', isDirectory: true }, async (tx) => {
    await lockBootstrap(tx);
    return (await countOrganizations(tx)) > 0 ? null : createOrganization(tx, wish);
  });
}

/**
 * Creates an organization with both environments and an administrator key for each. The transaction must be a
 * directory one; afterwards it acts for the sandbox.
 */
export async function createOrganization(tx: Tx, wish: BootstrapWish): Promise<FirstCredentials> {
  const apiKey = await createEnvironment(tx, {
    id: wish.organization,
    environment: 'production',
    secret: wish.apiKey,
  });
  const sandboxApiKey = await createEnvironment(tx, {
    id: wish.organization,
    environment: 'sandbox',
    secret: wish.sandboxApiKey,
  });
  return { organization: wish.organization, apiKey, sandboxApiKey };
}

async function createEnvironment(
  tx: Tx,
  wish: { id: string; environment: Environment; secret: string | null },
): Promise<string> {
  const now = realNow();
  const { id, environment } = wish;
  const orgId = await insertOrganization(tx, { id, environment, now });
  await actFor(tx, orgId);
  const key = await createKey(
    tx,
    { orgId, id, environment },
    {
      name: 'first administrator',
      scopes: [...SCOPES],
      expiresAt: null,
      parentId: null,
      now,
      ...(wish.secret !== null && { secret: wish.secret }),
    },
  );
  return key.secret;
}
