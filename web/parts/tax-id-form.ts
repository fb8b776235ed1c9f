import type { TaxId } from '../api/generated/types.ts';

export type TaxIdRow = Readonly<{ type: string; value: string; country: string }>;

export const TAX_ID_TYPES = [
  'EU_VAT',
  'GB_VAT',
  'CH_VAT',
  'NO_VAT',
  'US_EIN',
  'AU_ABN',
  'OTHER',
] as const satisfies readonly TaxId['type'][];

export const newTaxId = (): TaxIdRow => ({ type: 'EU_VAT', value: '', country: '' });

export function taxIdRows(taxIds: readonly TaxId[] | undefined): TaxIdRow[] {
  return (taxIds ?? []).map(({ type, value, country = '' }) => ({ type, value, country }));
}

/** The service checks digits; a number and a country of two letters have to be there. */
export function taxIdErrors(rows: readonly TaxIdRow[], texts: { missing: string; country: string }) {
  const errors: Record<`${string}.${number}.${string}`, string> = {};
  rows.forEach(({ value, country }, index) => {
    if (value.trim() === '') errors[`taxIds.${index}.value`] = texts.missing;
    if (!/^(?:[a-z]{2})?$/i.test(country.trim())) errors[`taxIds.${index}.country`] = texts.country;
  });
  return errors;
}

export function readTaxIds(rows: readonly TaxIdRow[]): TaxId[] {
  return rows.map(({ type, value, country }) => ({
    type: type as TaxId['type'],
    value: value.trim(),
    ...(country.trim() && { country: country.trim().toUpperCase() }),
  }));
}
