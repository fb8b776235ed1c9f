import { realNow } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { personSubject } from './login/counted.ts';
import { contactNotFound } from './problems.ts';
import { forgetPerson } from './store/attempts.ts';
import { eraseContactRows, type KnownContact, lockContacts } from './store/erased.ts';

/**
 * Replaces what contacts of a customer say of persons by pseudonyms, all of them or one. Nobody logs in as
 * one of them again, and their tokens end within a second; those of the whole customer with all of them.
 * Returns them as they were. Raises `contactNotFound`.
 */
export async function eraseContacts(
  tx: Tx,
  org: Org,
  erased: { customerId: string; username: string | null; now: Temporal.Instant },
): Promise<KnownContact[]> {
  const contacts = await lockContacts(tx, org, erased);
  if (erased.username !== null && contacts.length === 0) throw contactNotFound({ id: erased.username });
  const usernames = contacts.map(({ username }) => username);
  // Tokens live in real time.
  await eraseContactRows(tx, org, { ...erased, usernames, revokedAt: realNow() });
  const { id: organizationId, environment } = org;
  for (const { email } of contacts)
    await forgetPerson(tx, personSubject({ organizationId, environment, email }));
  return contacts;
}
