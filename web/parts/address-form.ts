import type { Address } from '../api/generated/types.ts';
import type { Translate } from '../messages/catalogs.ts';
import type organization from '../messages/en/organization.json';

export type Say = Translate<keyof typeof organization>;

const MEMBERS = ['line1', 'line2', 'postalCode', 'city', 'state', 'country', 'phoneNumber'] as const;
export type AddressFields = Record<(typeof MEMBERS)[number], string>;

export function addressFieldsOf(address: Address | undefined): AddressFields {
  return Object.fromEntries(MEMBERS.map((name) => [name, address?.[name] ?? ''])) as AddressFields;
}

export function addressErrors({ country }: AddressFields, t: Say): { country?: string } {
  return /^(?:[a-z]{2})?$/i.test(country.trim()) ? {} : { country: t('countryWrong') };
}

/** Only what was typed: an empty member is no member. */
export function readAddress(fields: AddressFields): Address {
  return Object.fromEntries(
    MEMBERS.map((name) => [
      name,
      name === 'country' ? fields[name].trim().toUpperCase() : fields[name].trim(),
    ]).filter(([, value]) => value !== ''),
  );
}
