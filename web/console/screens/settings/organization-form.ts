import { exact } from '../../../api/decimal.ts';
import type { addOrganizationCurrency, updateOrganization } from '../../../api/generated/organization.ts';
import type { Organization } from '../../../api/generated/types.ts';
import type { InputOf } from '../../../api/operation.ts';
import { compare } from '../../../format/decimals.ts';
import { readDecimal } from '../../../format/typed-decimal.ts';
import {
  type AddressFields,
  addressErrors,
  addressFieldsOf,
  readAddress,
  type Say,
} from '../../../parts/address-form.ts';
import { isEmail } from '../../../session/credentials.ts';
import type { Form } from '../../../ui/use-form.ts';

export type OrganizationFields = AddressFields & {
  name: string;
  email: string;
  timezone: string;
  baseCurrency: string;
};

export function organizationForm(
  organization: Organization,
  t: Say,
): Form<OrganizationFields, InputOf<typeof updateOrganization>['body']> {
  const { name, primaryEmail, timezone, baseCurrency, address } = organization;
  return {
    initial: { name, email: primaryEmail, timezone, baseCurrency, ...addressFieldsOf(address) },
    check: (fields) => ({
      ...(fields.name.trim() === '' && { name: t('nameMissing') }),
      ...(fields.email.trim() !== '' && !isEmail(fields.email) && { email: t('emailMissing') }),
      ...(!isCode(fields.baseCurrency) && { baseCurrency: t('currencyWrong') }),
      ...addressErrors(fields, t),
    }),
    read: (fields) => ({
      ...{ name: fields.name.trim(), primaryEmail: fields.email.trim(), address: readAddress(fields) },
      ...(fields.timezone !== timezone && { timezone: fields.timezone }),
      // Sent only if it changes: it cannot once there is an account.
      ...(codeOf(fields.baseCurrency) !== baseCurrency && { baseCurrency: codeOf(fields.baseCurrency) }),
    }),
  };
}

type CurrencyFields = { currency: string; rate: string };

export function currencyForm(t: Say): Form<CurrencyFields, InputOf<typeof addOrganizationCurrency>['body']> {
  return {
    initial: { currency: '', rate: '' },
    check: ({ currency, rate }) => ({
      ...(!isCode(currency) && { currency: t('currencyWrong') }),
      ...(!isPositive(rate) && { rate: t('rateWrong') }),
    }),
    read: ({ currency, rate }) => ({
      currency: codeOf(currency),
      rate: exact(readDecimal(rate) ?? '') as never,
    }),
  };
}

function isCode(typed: string): boolean {
  return /^[a-z]{3}$/i.test(typed.trim());
}

function codeOf(typed: string): string {
  return typed.trim().toUpperCase();
}

function isPositive(typed: string): boolean {
  const rate = readDecimal(typed);
  return rate !== null && compare(rate, '0') > 0;
}
