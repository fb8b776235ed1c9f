import { findOpenOrganization } from '#areas/organizations/index.ts';
import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import type { Org } from '#platform/http/operation.ts';

/** The organization that a request without a credential names, in the environment of its base URL. */
export function findNamedOrganization(
  { database, environment }: Pick<AnonymousContext, 'database' | 'environment'>,
  id: string,
): Promise<Org | null> {
  const scope = { orgId: null, access: 'read', isDirectory: true } as const;
  return database.transaction(scope, (tx) => findOpenOrganization(tx, { id, environment }));
}
