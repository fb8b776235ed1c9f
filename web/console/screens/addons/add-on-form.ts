import type { CreateAddOnRequest } from '../../../api/generated/request-types.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/addons.json';
import type { Form } from '../../../ui/use-form.ts';

export type AddOnFields = { name: string; type: string; billableName: string };
export const ADD_ON_TYPES = ['FIXED_FEE', 'LICENSE', 'NAMED_LICENSE', 'CREDIT_GRANT'] as const;

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
