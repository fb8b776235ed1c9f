import { taxIdInvalid } from '../problems.ts';
import type { TaxId } from './schema.ts';
import { EU_VAT, OF_ONE_COUNTRY } from './validators.ts';

/** Tax ids as stored: checked and normalized, each with its country if known. Raises `taxIdInvalid`. */
export function readTaxIds(sent: readonly TaxId[]): TaxId[] {
  const read = sent.map((taxId, at) => {
    const made = readTaxId(taxId);
    if ('rule' in made) throw taxIdInvalid({ at: `taxIds[${at}].${made.at}`, rule: made.rule });
    return made;
  });
  const keys = read.map(({ type, value, country = '' }) => `${type} ${country} ${value}`);
  const twice = keys.findIndex((key, at) => keys.indexOf(key) < at);
  if (twice >= 0) throw taxIdInvalid({ at: `taxIds[${twice}]`, rule: 'is repeated; list each tax id once' });
  return read;
}

interface Fault {
  at: 'value' | 'country';
  rule: string;
}

function readTaxId({ type, value: sent, country: said }: TaxId): TaxId | Fault {
  const country = said || undefined;
  const value = sent.trim();
  if (type === 'OTHER') return { type, value, ...(country && { country }) };
  if (type === 'EU_VAT') return readEuVat(value, country);
  const { country: own, validators, sample } = OF_ONE_COUNTRY[type];
  if (country !== undefined && country !== own)
    return { at: 'country', rule: `${type} is a tax id of ${own}, not of ${country}` };
  const validator = validators.find((each) => each.validate(value).isValid);
  if (!validator) return { at: 'value', rule: `${value} is not a valid ${type}; an example is ${sample}` };
  // Written with the prefix, as in the European Union, although the national format omits it.
  const written = type === 'GB_VAT' ? `GB${validator.compact(value)}` : validator.format(value);
  return { type, value: written, country: own };
}

/** Separators that people write between the parts of a number. */
const SEPARATORS = /[\s.\-/]/g;

function readEuVat(sent: string, said: string | undefined): TaxId | Fault {
  const text = sent.toUpperCase().replace(SEPARATORS, '');
  const saidPrefix = said === undefined ? undefined : prefixOf(said);
  if (said !== undefined && saidPrefix === undefined)
    return {
      at: 'country',
      rule: `${said} is not in the European Union; use another type of tax id, or OTHER`,
    };
  const own = text.slice(0, 2);
  // The numbers of some countries also begin with letters: only the country shows whether they are a prefix.
  const hasPrefix = saidPrefix === undefined ? Object.hasOwn(EU_VAT, own) : own === saidPrefix;
  const prefix = saidPrefix ?? own;
  const known = Object.hasOwn(EU_VAT, prefix) ? EU_VAT[prefix] : undefined;
  if (!known)
    return {
      at: 'value',
      rule: 'must begin with the country code, as in DE136695976, or be sent with country',
    };
  const number = hasPrefix ? text.slice(2) : text;
  const checked = known.validator.validate(number);
  if (checked.isValid) return { type: 'EU_VAT', value: `${prefix}${number}`, country: known.country };
  const what = `${prefix}${number} is not a VAT number of ${known.country}`;
  const isMistyped = checked.error.name === 'InvalidChecksum';
  return { at: 'value', rule: isMistyped ? `${what}; its check digits are wrong` : what };
}

function prefixOf(country: string): string | undefined {
  // Northern Ireland is not a country of its own: only the prefix identifies its numbers.
  if (country === 'GB') return undefined;
  return Object.keys(EU_VAT).find((prefix) => EU_VAT[prefix]?.country === country);
}
