import type { LongContext } from '#platform/http/long-context.ts';
import { boundOf } from '../own-session.ts';
import { endSessionUrl } from './provider-client.ts';
import { accessOf, readProvider } from './provider-of.ts';

/** Where the browser ends its session at the provider that has vouched for it; nothing for an own login. */
export async function providerSessionEnd({
  database,
  deployment,
  actor,
}: LongContext): Promise<{ endSessionUrl?: string }> {
  const orgId = boundOf(actor);
  const provider = orgId === null ? null : await readProvider(database, { orgId });
  if (!provider) return {};
  const home = `${deployment.homeUrl}/console/`;
  const url = await endSessionUrl(deployment, accessOf(deployment, provider), home);
  return url === null ? {} : { endSessionUrl: url };
}
