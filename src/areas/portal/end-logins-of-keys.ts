import { LOGINS_OF_KEY_END } from '#areas/api-keys/index.ts';
import { readClock, realNow } from '#platform/db/clock.ts';
import { portHandler } from '#platform/ports.ts';
import { endLoginsOfKeys } from './store/logins-of-keys.ts';

/** Revokes the portal logins that the revoked keys granted. */
export const loginsOfKeysEnd = portHandler(LOGINS_OF_KEY_END, async (tx, org, keyIds) => {
  const now = await readClock(tx, org);
  // Tokens expire in real time.
  const ended = await endLoginsOfKeys(tx, org, { keyIds, now, revokedAt: realNow() });
  return keyIds.map((id) => ended.get(id) ?? 0);
});
