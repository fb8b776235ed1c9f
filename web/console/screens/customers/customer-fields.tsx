import { useMessages } from '../../../messages/catalogs.ts';
import { AddressFields } from '../../../parts/address-fields.tsx';
import { TaxIdRows } from '../../../parts/tax-id-rows.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { useForm } from '../../../ui/use-form.ts';
import type { CustomerFields as Fields } from './customer-form.ts';

type FormOf = ReturnType<typeof useForm<Fields, unknown>>;

/** The fields of a customer, new or stored. */
export function CustomerFields({ input, rows }: Pick<FormOf, 'input' | 'rows'>) {
  const t = useMessages('customers');
  return (
    <>
      <TextField label={t('name')} maxLength={255} autoComplete="off" {...input('name')} />
      <TextField label={t('email')} help={t('emailHelp')} autoComplete="off" {...input('email')} />
      <AddressFields inputOf={input} />
      <TaxIdRows rows={rows('taxIds')} help={t('taxIdsHelp')} />
    </>
  );
}
