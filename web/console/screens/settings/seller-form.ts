import type { updateSellerEntity } from '../../../api/generated/seller-entities.ts';
import type { SellerEntity } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type organization from '../../../messages/en/organization.json';
import type sellers from '../../../messages/en/sellers.json';
import {
  type AddressFields,
  addressErrors,
  addressFieldsOf,
  readAddress,
} from '../../../parts/address-form.ts';
import { isEmail } from '../../../session/credentials.ts';
import type { Form } from '../../../ui/use-form.ts';

type Body = InputOf<typeof updateSellerEntity>['body'];
export type NamedRow = Readonly<{ name: string; value: string }>;

export type SellerFields = AddressFields & {
  name: string;
  email: string;
  taxIds: readonly NamedRow[];
  bankDetails: readonly NamedRow[];
  instructions: string;
  /** Empty: none. */
  logoFileId: string;
  isDefault: boolean;
};

interface Words {
  t: Translate<keyof typeof sellers>;
  ofAddress: Translate<keyof typeof organization>;
}

export function sellerForm(
  seller: SellerEntity | undefined,
  { t, ofAddress }: Words,
): Form<SellerFields, Body & { name: string }> {
  return {
    initial: fieldsOf(seller),
    check: (fields) => ({
      ...(fields.name.trim() === '' && { name: t('nameMissing') }),
      ...(fields.email.trim() !== '' && !isEmail(fields.email) && { email: t('emailMissing') }),
      ...addressErrors(fields, ofAddress),
      ...rowErrors('taxIds', fields.taxIds, t),
      ...rowErrors('bankDetails', fields.bankDetails, t),
    }),
    read: bodyOf,
  };
}

function fieldsOf(seller: SellerEntity | undefined): SellerFields {
  return {
    ...{ name: seller?.name ?? '', email: seller?.email ?? '', ...addressFieldsOf(seller?.address) },
    ...{ taxIds: seller?.taxIds ?? [], bankDetails: seller?.bankDetails ?? [] },
    ...{ instructions: seller?.paymentInstructions ?? '', logoFileId: seller?.logoFileId ?? '' },
    isDefault: seller?.isDefault ?? false,
  };
}

function rowErrors(list: 'taxIds' | 'bankDetails', rows: readonly NamedRow[], t: Words['t']) {
  const errors: Record<`${string}.${number}.${string}`, string> = {};
  rows.forEach(({ name, value }, index) => {
    if (name.trim() === '') errors[`${list}.${index}.name`] = t('rowMissing');
    else if (value.trim() === '') errors[`${list}.${index}.value`] = t('rowMissing');
  });
  return errors;
}

function bodyOf(fields: SellerFields): Body & { name: string } {
  const address = readAddress(fields);
  const trimmed = (rows: readonly NamedRow[]) =>
    rows.map(({ name, value }) => ({ name: name.trim(), value: value.trim() }));
  return {
    ...{ name: fields.name.trim(), email: fields.email.trim() },
    // Without one, invoices show that of the organization.
    address: Object.keys(address).length > 0 ? address : null,
    ...{ taxIds: trimmed(fields.taxIds), bankDetails: trimmed(fields.bankDetails) },
    ...{ paymentInstructions: fields.instructions.trim(), logoFileId: fields.logoFileId || null },
    ...(fields.isDefault && { isDefault: true }),
  };
}
