import type { RefreshSession } from './admit-requests.ts';
import type { Authenticate } from './auth.ts';
import { isSessionCredential } from './session-cookie.ts';

interface Check {
  authenticate: Authenticate;
}

interface Checks {
  keys: Check;
  portals: Check & { isPortalToken(credential: string): boolean };
  sessions: Check & { refresh: RefreshSession };
}

/** Cookies of sessions and portal tokens are recognizable, and are then verified as such. */
export function chooseCheck({ keys, portals, sessions }: Checks): {
  authenticate: Authenticate;
  refreshSession: RefreshSession;
} {
  const checkOf = (credential: string) => {
    if (isSessionCredential(credential)) return sessions;
    return portals.isPortalToken(credential) ? portals : keys;
  };
  return {
    authenticate: (credential, environment) => checkOf(credential).authenticate(credential, environment),
    refreshSession: sessions.refresh,
  };
}
