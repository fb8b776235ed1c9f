import { logInWithOidc } from '../api/generated/users-and-sessions.ts';
import { send } from '../api/transport.ts';
import { place } from './environment.ts';
import { organizationOfResponse } from './guest-kind.ts';
import { announceSignIn } from './sign-in-elsewhere.ts';

/** What an identity provider has put into the address of the page to which it sent the browser. */
export interface OidcResponse {
  organizationId: string;
  query: string;
}

/**
 * Taken out of the address at once, so that neither the history nor a copied address has the code. Null
 * without one, such as after a page load.
 */
export function takeOidcResponse(): OidcResponse | null {
  const { pathname, search: query } = location;
  const organizationId = organizationOfResponse(pathname);
  if (organizationId === null || query === '') return null;
  history.replaceState(null, '', pathname);
  return { organizationId, query };
}

let finished: Promise<void> | undefined;

/** The service takes a response once, however often a page asks for it. Throws an `ApiProblem`. */
export function finishOnce(response: OidcResponse): Promise<void> {
  finished ??= finish(response);
  return finished;
}

async function finish(body: OidcResponse): Promise<void> {
  const { returnTo } = await send(logInWithOidc, { body });
  announceSignIn();
  location.replace(place.root + returnTo);
}

/** Where a sign-in that begins on this page leads: the page itself, as a path below the service. */
export function pageToReturnTo({ pathname, search, hash }: Location, root = place.root): string {
  const query = new URLSearchParams(search);
  query.delete('organization');
  const path = pathname.replace(/^\/+/, '/').slice(root.length);
  return `${path}${query.size > 0 ? `?${query}` : ''}${hash}`.slice(0, 1000);
}
