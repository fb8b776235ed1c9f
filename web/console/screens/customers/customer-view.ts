import type { Contact, Customer } from '../../../api/generated/types.ts';
import { looksOf } from '../../../ui/look.ts';

export const customerStatus = looksOf<Customer['status']>({
  ACTIVE: { tone: 'good' },
  ARCHIVED: { tone: 'neutral', shape: 'struck' },
});

/** Which accounts a contact may see in the portal. */
export function accessWord({
  access,
}: Pick<Contact, 'access'>): 'access.all' | 'access.some' | 'access.none' {
  if (access.allAccounts) return 'access.all';
  return access.accountIds.length > 0 ? 'access.some' : 'access.none';
}
