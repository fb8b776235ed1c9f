import { getAccount } from '../api/generated/accounts-and-aliases.ts';
import { one } from '../api/queries.ts';

/** An account as its page shows it: with its group, and the version that an update expects. */
export function accountQuery(accountId: string) {
  return one(getAccount, { account_id: accountId, includeGroupDetails: true, includeVersion: true });
}
