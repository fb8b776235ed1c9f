import type { TaxId } from '../api/generated/types.ts';

/** `EU VAT DE 123456789`. */
export function taxIdText({ type, value, country }: TaxId): string {
  return [type.replaceAll('_', ' '), country, value].filter(Boolean).join(' ');
}
