import type { updateCustomer } from '../../../api/generated/customers-and-contacts.ts';
import type { CreateCustomerRequest, Customer } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import type { Translate } from '../../../messages/catalogs.ts';
import type texts from '../../../messages/en/customers.json';
import type organization from '../../../messages/en/organization.json';
import {
  type AddressFields,
  addressErrors,
  addressFieldsOf,
  readAddress,
} from '../../../parts/address-form.ts';
import { readTaxIds, type TaxIdRow, taxIdErrors, taxIdRows } from '../../../parts/tax-id-form.ts';
import { isEmail } from '../../../session/credentials.ts';
import type { Form } from '../../../ui/use-form.ts';

export type CustomerChange = Omit<InputOf<typeof updateCustomer>['body'], 'expectedVersion'>;

export type CustomerFields = AddressFields & {
  name: string;
  email: string;
  taxIds: readonly TaxIdRow[];
};

interface Words {
  t: Translate<keyof typeof texts>;
  ofAddress: Translate<keyof typeof organization>;
}

/** Only what was changed is sent, so that changes of others beside it stay. */
export function customerForm(customer: Customer, words: Words): Form<CustomerFields, CustomerChange> {
  const initial = fieldsOf(customer);
  const before = bodyOf(initial);
  return {
    initial,
    check: (fields) => checkCustomer(fields, words),
    read: (fields) =>
      Object.fromEntries(
        Object.entries(bodyOf(fields)).filter(
          ([name, value]) => JSON.stringify(before[name as keyof CustomerChange]) !== JSON.stringify(value),
        ),
      ),
  };
}

export type NewCustomerFields = CustomerFields & {
  id: string;
  /** Of its first account; empty: that of the organization. */
  currency: string;
};

/** A customer has an account from the start, with the same id and name. */
export function newCustomerForm(words: Words): Form<NewCustomerFields, CreateCustomerRequest> {
  const { t } = words;
  return {
    initial: { ...fieldsOf(undefined), id: '', currency: '' },
    check: (fields) => ({
      ...(!CLIENT_ID.test(fields.id.trim()) && { id: t('idWrong') }),
      ...checkCustomer(fields, words),
      ...(!/^(?:[a-z]{3})?$/i.test(fields.currency.trim()) && { currency: t('currencyWrong') }),
    }),
    read: (fields) => {
      const [id, currency] = [fields.id.trim(), fields.currency.trim().toUpperCase()];
      const body = bodyOf(fields);
      const account = { id, name: body.name, invoiceCurrency: currency, primaryEmail: body.primaryEmail };
      return { ...body, id, ...(currency !== '' && { account }) };
    },
  };
}

/** Readable in a URL without escaping. */
const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._@+:-]*$/;

function fieldsOf(customer: Customer | undefined): CustomerFields {
  return {
    ...{ name: customer?.name ?? '', email: customer?.primaryEmail ?? '' },
    ...addressFieldsOf(customer?.address),
    taxIds: taxIdRows(customer?.taxIds),
  };
}

function checkCustomer(fields: CustomerFields, { t, ofAddress }: Words) {
  return {
    ...([...fields.name.trim()].length < 3 && { name: t('nameShort') }),
    ...(!isEmail(fields.email) && { email: t('emailWrong') }),
    ...addressErrors(fields, ofAddress),
    ...taxIdErrors(fields.taxIds, { missing: t('valueMissing'), country: ofAddress('countryWrong') }),
  };
}

function bodyOf(fields: CustomerFields) {
  return {
    ...{ name: fields.name.trim(), primaryEmail: fields.email.trim(), address: readAddress(fields) },
    taxIds: readTaxIds(fields.taxIds),
  };
}
