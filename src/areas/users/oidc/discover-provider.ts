import type { Configuration } from 'openid-client';
import type { Deployment } from '#platform/deployment.ts';
import { providerUnfit } from '../problems.ts';
import { openProvider, type ProviderAccess, reasonOf } from './provider-client.ts';

/** Reads the metadata of a provider that somebody is about to choose. Raises `providerUnfit`. */
export async function openChosenProvider(
  deployment: Pick<Deployment, 'outbound'>,
  access: ProviderAccess,
): Promise<Configuration> {
  const problem = deployment.outbound.urlProblem(access.issuer);
  if (problem) throw providerUnfit({ reason: `it ${problem}` });
  try {
    return await openProvider(deployment, access);
  } catch (error) {
    throw providerUnfit({ reason: reasonOf(error) });
  }
}

/** What a provider says about itself; no client is needed to ask. Raises `providerUnfit`. */
export async function discoverProvider(deployment: Pick<Deployment, 'outbound'>, issuer: string) {
  const access = { issuer, clientId: 'discovery', secret: '', scopes: [] };
  const metadata = (await openChosenProvider(deployment, access)).serverMetadata();
  const { authorization_endpoint, token_endpoint, end_session_endpoint } = metadata;
  return {
    issuer: metadata.issuer,
    authorizationEndpoint: authorization_endpoint ?? '',
    tokenEndpoint: token_endpoint ?? '',
    ...(end_session_endpoint !== undefined && { endSessionEndpoint: end_session_endpoint }),
    scopes: namesIn(metadata.scopes_supported),
    claims: namesIn(metadata.claims_supported),
  };
}

/** The most names that are shown. */
const MAX_NAMES = 200;

/** Whatever a provider has written there. */
function namesIn(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.filter((name): name is string => typeof name === 'string').slice(0, MAX_NAMES);
}
