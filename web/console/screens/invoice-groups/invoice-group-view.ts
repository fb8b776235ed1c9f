import type { Account } from '../../../api/generated/types.ts';

export interface Member {
  id: string;
  /** Absent: archived, or it could not be read. */
  account: Pick<Account, 'name' | 'customerId' | 'invoiceCurrency'> | undefined;
}

/** The accounts in the order of the group, with what is known of them. */
export function membersOf(
  ids: readonly string[],
  accounts: readonly (NonNullable<Member['account']> & { id: string })[],
): Member[] {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return ids.map((id) => ({ id, account: byId.get(id) }));
}
