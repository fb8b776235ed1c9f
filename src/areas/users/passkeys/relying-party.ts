import { isIP } from 'node:net';
import type { Deployment } from '#platform/deployment.ts';
import { passkeysUnavailable } from '../problems.ts';

/** What a passkey is bound to: it is never used for another host or another origin. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The deployment as passkeys know it, by its public URL; never by the host that a request names. Raises
 * `passkeysUnavailable` where browsers offer none: without https, except on localhost, and for IP addresses.
 */
export function relyingPartyOf({ homeUrl }: Pick<Deployment, 'homeUrl'>): RelyingParty {
  const { protocol, hostname: id, origin } = new URL(homeUrl);
  const isSecure = protocol === 'https:' || id === 'localhost' || id.endsWith('.localhost');
  if (!isSecure || isIP(id.replace(/^\[|\]$/g, '')) > 0) throw passkeysUnavailable();
  return { id, origin };
}
