import { realNow } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import { forgetPerson } from '#platform/db/login-tries.ts';
import type { Org } from '#platform/http/operation.ts';
import { personSubject } from './login/trier.ts';
import { contactNotFound } from './problems.ts';
import { eraseContactRows, type KnownContact, lockContacts } from './store/erased.ts';

/**
 * Replaces the personal data of one or all contacts of a customer with pseudonyms. These contacts can never
 * log in again, and their tokens end within a second; erasing the whole customer also ends the delegates'
 * tokens. Returns the previous rows. Raises `contactNotFound`.
 */
export async function eraseContacts(
  tx: Tx,
  org: Org,
  erased: { customerId: string; username: string | null; now: Temporal.Instant },
): Promise<KnownContact[]> {
  const contacts = await lockContacts(tx, org, erased);
  if (erased.username !== null && contacts.length === 0) throw contactNotFound({ id: erased.username });
  const usernames = contacts.map(({ username }) => username);
  // Tokens expire in real time.
  await eraseContactRows(tx, org, { ...erased, usernames, revokedAt: realNow() });
  const { id: organizationId, environment } = org;
  for (const { email } of contacts)
    await forgetPerson(tx, personSubject({ organizationId, environment, email }));
  return contacts;
}
