import type { CreateAddOnRequest, UpdateAddOnRequest } from '../../../api/generated/request-types.ts';
import type { AddOn } from '../../../api/generated/types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/addons.json';
import { looksOf } from '../../../ui/look.ts';
import type { Form } from '../../../ui/use-form.ts';

export type AddOnFields = { name: string; type: string; billableName: string };
export const ADD_ON_TYPES = ['FIXED_FEE', 'LICENSE', 'NAMED_LICENSE', 'CREDIT_GRANT'] as const;

export const addOnStatus = looksOf<AddOn['status']>({
  ACTIVE: { tone: 'good' },
  ARCHIVED: { tone: 'neutral', shape: 'struck' },
});

export type AddOnNames = Pick<AddOnFields, 'name' | 'billableName'>;

/** An empty name on invoices is none. */
export function renameForm(
  addOn: Pick<AddOn, 'name' | 'billableName'>,
  say: Translate<keyof typeof texts>,
): Form<AddOnNames, UpdateAddOnRequest> {
  return {
    initial: { name: addOn.name, billableName: addOn.billableName ?? '' },
    check: ({ name }) => (name.trim() === '' ? { name: say('nameNeeded') } : {}),
    read: ({ name, billableName }) => ({ name: name.trim(), billableName: billableName.trim() || null }),
  };
}

export function addOnForm(say: Translate<keyof typeof texts>): Form<AddOnFields, CreateAddOnRequest> {
  return {
    initial: { name: '', type: 'FIXED_FEE', billableName: '' },
    check: ({ name }) => (name.trim() === '' ? { name: say('nameNeeded') } : {}),
    read: ({ name, type, billableName }) => ({
      name: name.trim(),
      type: type as CreateAddOnRequest['type'],
      ...(billableName.trim() && { billableName: billableName.trim() }),
    }),
  };
}
