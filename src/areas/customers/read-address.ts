import type { Address } from '#platform/http/schemas.ts';

/** The address as stored: an empty country means none. */
export function readAddress(sent: Address): Address {
  const { country, ...lines } = sent;
  return country ? { ...lines, country } : lines;
}

const MAX_LINE = 1000;

/** The address in one line, at most 1,000 characters; the phone number is not part of it. */
export function addressLine(address: Address): string {
  const { line1, line2, postalCode, city, state, country } = address;
  const line = [line1, line2, postalCode, city, state, country].filter((part) => part?.trim()).join(', ');
  return [...line].slice(0, MAX_LINE).join('');
}
