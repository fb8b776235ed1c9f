import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { spellingsOf } from '#platform/mail/mail-address.ts';
import { emailKey } from './rules.ts';
import { readStanding } from './store/recipients.ts';

/**
 * Why what is said of an account, or of the whole organization, is not mailed to an address; null when it may
 * be. An address of a customer gets it only as that of a verified contact who may see the account. What no
 * customer is known to have is the organization's own affair.
 */
export async function judgeRecipient(
  tx: Tx,
  org: Org,
  { address, accountId }: { address: string; accountId: string | null },
): Promise<string | null> {
  const spellings = spellingsOf(address).map(emailKey);
  const standing = await readStanding(tx, org, { spellings, accountId });
  if (standing.isVerifiedContact || !standing.isOfCustomer) return null;
  return accountId === null
    ? 'belongs to a customer, who is told of accounts of its own only'
    : `belongs to a customer, and to no verified contact with access to account ${accountId}`;
}
