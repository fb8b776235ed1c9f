import type { Contact, Customer, TaxId } from '../../../api/generated/types.ts';
import type customers from '../../../messages/en/customers.json';
import type { BadgeShape, Tone } from '../../../ui/badge.tsx';

interface Look {
  tone: Tone;
  shape?: BadgeShape;
  word: keyof typeof customers;
}

export function customerLook({ status }: Pick<Customer, 'status'>): Look {
  return status === 'ACTIVE'
    ? { tone: 'good', word: 'status.ACTIVE' }
    : { tone: 'neutral', shape: 'struck', word: 'status.ARCHIVED' };
}

export function taxIdText({ type, value, country }: TaxId): string {
  return [type.replace('_', ' '), country, value].filter(Boolean).join(' ');
}

/** Which accounts a contact may see in the portal. */
export function accessWord({
  access,
}: Pick<Contact, 'access'>): 'access.all' | 'access.some' | 'access.none' {
  if (access.allAccounts) return 'access.all';
  return access.accountIds.length > 0 ? 'access.some' : 'access.none';
}
