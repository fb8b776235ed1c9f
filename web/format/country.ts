import { locale } from './locale.ts';

const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });

/** The name of an ISO 3166 country in the language of the console. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}
