import type { Database } from '#platform/db/database.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Environment, Org } from '#platform/http/operation.ts';
import { findLoginOrg, findProvider, type LoginOrg, type Provider } from '../store/identity-providers.ts';
import type { ProviderAccess } from './provider-client.ts';

export interface OrgWithProvider {
  org: LoginOrg;
  provider: Provider;
}

/**
 * The identity provider with which people log in to an organization; null for none. In the sandbox, it is the
 * sandbox's own, or else that of production, whose members may use the sandbox.
 */
export async function findProviderOf(
  database: Database,
  { id, environment }: { id: string; environment: Environment },
): Promise<OrgWithProvider | null> {
  const places = environment === 'sandbox' ? (['sandbox', 'production'] as const) : (['production'] as const);
  for (const place of places) {
    const scope = { orgId: null, access: 'read', isDirectory: true } as const;
    const org = await database.transaction(scope, (tx) => findLoginOrg(tx, { id, environment: place }));
    const provider = org && (await readProvider(database, org));
    if (provider) return { org, provider };
  }
  return null;
}

export function readProvider(database: Database, { orgId }: { orgId: number }): Promise<Provider | null> {
  return database.transaction({ orgId, access: 'read' }, (tx) => findProvider(tx, { orgId }));
}

/** Secrets of providers are sealed for their organization. */
const PLACE = 'identity provider';

export function sealClientSecret(
  { sealing }: Deployment,
  { orgId }: { orgId: number },
  secret: string,
): string {
  return sealing.seal(Buffer.from(secret, 'utf8'), { orgId, id: PLACE });
}

export function accessOf(
  { sealing }: Deployment,
  { orgId, issuer, clientId, clientSecret, scopes }: Provider,
): ProviderAccess {
  const secret = sealing.open(clientSecret, { orgId, id: PLACE }).toString('utf8');
  return { issuer, clientId, secret, scopes };
}

/**
 * Where a provider sends people back to. Each environment of each organization has its own, so that no
 * provider can pass on the response of another one.
 */
export function redirectUriOf({ homeUrl }: Pick<Deployment, 'homeUrl'>, { id, environment }: Org): string {
  return `${homeUrl}${consoleOf(environment)}/oidc/${encodeURIComponent(id)}`;
}

/** The page where people log in to an organization, with its provider. */
export function loginUrlOf({ homeUrl }: Pick<Deployment, 'homeUrl'>, { id, environment }: Org): string {
  return `${homeUrl}${consoleOf(environment)}/?organization=${encodeURIComponent(id)}`;
}

function consoleOf(environment: Environment): string {
  return environment === 'sandbox' ? '/console/sandbox' : '/console';
}
