import { accountArchived, accountInDraft, accountNotFound } from '#areas/accounts/index.ts';
import { accountInOtherGroup, groupCurrencyDiffers, groupFull } from './problems.ts';
import type { InvoiceGroup } from './schema.ts';
import type { InvoiceGroupRow } from './store/groups.ts';
import type { Candidate } from './store/members.ts';

const MAX_ACCOUNTS = 1000;

/** Returns the group in wire form; `planGraceDays` is the longest grace period of its members' plans. */
export function describeInvoiceGroup(row: InvoiceGroupRow, planGraceDays = 0): InvoiceGroup {
  const { address, taxIds, netTermDays, gracePeriod, ...members } = row;
  return {
    ...members,
    billingAddress: address,
    gracePeriod: gracePeriod ?? planGraceDays,
    ...(taxIds.length > 0 && { taxIds }),
    ...(netTermDays !== null && { netTermDays }),
  };
}

/**
 * Returns the selected accounts, each once, in the order sent: a chosen id takes precedence over another
 * account's platform id. Raises `accountNotFound`.
 */
export function resolveAccounts<A extends Pick<Candidate, 'id' | 'platformId'>>(
  refs: readonly string[],
  accounts: readonly A[],
): A[] {
  const resolved = refs.map((ref) => {
    const account = accounts.find(({ id }) => id === ref) ?? accounts.find((each) => each.platformId === ref);
    if (!account) throw accountNotFound({ id: ref });
    return account;
  });
  return [...new Set(resolved)];
}

/**
 * Returns those of the accounts that are not in the group yet. Raises `accountArchived`, `accountInDraft`,
 * `accountInOtherGroup`, `groupCurrencyDiffers` or `groupFull` for the first account that cannot join.
 */
export function selectJoining(
  accounts: readonly Candidate[],
  context: {
    group: { id: string | null; invoiceCurrency: string; accountsCount: number };
    current: readonly { accountId: string; groupId: string }[];
  },
): string[] {
  const { group, current } = context;
  const groupOf = new Map(current.map(({ accountId, groupId }) => [accountId, groupId]));
  const joining = accounts.filter(({ id }) => group.id === null || groupOf.get(id) !== group.id);
  for (const { id, status, invoiceCurrency } of joining) {
    if (status === 'ARCHIVED') throw accountArchived({ id });
    if (status === 'DRAFT') throw accountInDraft({ id });
    const other = groupOf.get(id);
    if (other !== undefined) throw accountInOtherGroup({ id, group: other });
    if (invoiceCurrency !== group.invoiceCurrency)
      throw groupCurrencyDiffers({ id, currency: invoiceCurrency, expected: group.invoiceCurrency });
  }
  const count = group.accountsCount + joining.length;
  if (count > MAX_ACCOUNTS) throw groupFull({ max: MAX_ACCOUNTS, count });
  return joining.map(({ id }) => id);
}
