import { isCountry } from '#core/country.ts';
import type { Address } from '#platform/http/schemas.ts';
import { countryUnknown } from './problems.ts';

/** The address as stored: its country in upper case; an empty country is none. Raises `countryUnknown`. */
export function readAddress(sent: Address): Address {
  const { country, ...lines } = sent;
  if (!country?.trim()) return lines;
  const code = country.toUpperCase();
  // Some letters become two in upper case: ß is not South Sudan.
  if (code.length !== country.length || !isCountry(code)) throw countryUnknown({ country });
  return { ...lines, country: code };
}

const MAX_LINE = 1000;

/** The address in one line, at most 1,000 characters; the phone number is not part of it. */
export function addressLine(address: Address): string {
  const { line1, line2, postalCode, city, state, country } = address;
  const line = [line1, line2, postalCode, city, state, country].filter((part) => part?.trim()).join(', ');
  return [...line].slice(0, MAX_LINE).join('');
}
