import { countOrganizations, insertOrganization, lockBootstrap } from '#areas/organizations/index.ts';
import { realNow } from '#platform/db/clock.ts';
import { actFor, type Database, type Tx } from '#platform/db/database.ts';
import type { FirstKeys, KeepKeys } from '#platform/first-keys.ts';
import { type Environment, SCOPES } from '#platform/http/operation.ts';
import { createKey } from './create-key.ts';

export interface BootstrapWish {
  organization: string;
  apiKey: string | null;
  sandboxApiKey: string | null;
}

/** Creates the first organization in an empty database. Null if the database already has one. */
export async function bootstrapOrganization(
  database: Database,
  wish: BootstrapWish,
  keep: KeepKeys,
): Promise<FirstKeys | null> {
  return database.transaction({ orgId: null, access: 'write', isDirectory: true }, async (tx) => {
    await lockBootstrap(tx);
    if ((await countOrganizations(tx)) > 0) return null;
    const keys = await createOrganization(tx, wish);
    await keep(keys);
    return keys;
  });
}

/**
 * Creates an organization with both environments and an administrator key for each. Needs a directory
 * transaction, which acts for the sandbox afterwards.
 */
export async function createOrganization(tx: Tx, wish: BootstrapWish): Promise<FirstKeys> {
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
      holderId: null,
      now,
      ...(wish.secret !== null && { secret: wish.secret }),
    },
  );
  return key.secret;
}
