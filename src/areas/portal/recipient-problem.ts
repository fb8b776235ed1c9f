import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { spellingsOf } from '#platform/mail/mail-address.ts';
import { readStanding } from './store/recipients.ts';

/**
 * Why a notification about an account, or about the whole organization, must not go to an address; null if it
 * may. An address of a customer is allowed only as that of a verified contact with access to the account. The
 * organization decides on addresses that belong to no customer.
 */
export async function recipientProblem(
  tx: Tx,
  org: Org,
  { address, accountId }: { address: string; accountId: string | null },
): Promise<string | null> {
  const spellings = spellingsOf(address).map(emailKey);
  const standing = await readStanding(tx, org, { spellings, accountId });
  if (standing.isVerifiedContact || !standing.isOfCustomer) return null;
  return accountId === null
    ? 'belongs to a customer, who may only receive alerts of its own accounts'
    : `belongs to a customer but not to a verified contact with access to account ${accountId}`;
}
