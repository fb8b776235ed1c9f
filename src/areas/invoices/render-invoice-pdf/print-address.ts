import { formatAddress } from 'localized-address-format';
import type { Language } from '#areas/invoice-templates/index.ts';
import type { Address } from '#platform/http/schemas.ts';

/**
 * An address in lines, in the order of its country and with the name of that country in the language of the
 * paper. What the format of a country has no place for stands before the country: nothing is lost.
 */
export function addressLines(address: Address, language: Language): string[] {
  const { country = '', phoneNumber } = address;
  const lines = country ? linesOf(address, country) : generalLines(address);
  return [...lines, countryName(country, language), phoneNumber].flatMap((line) =>
    line?.trim() ? [line.trim()] : [],
  );
}

/** Letters of countries that write the largest part of an address first, if they use their own letters. */
const OWN_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function linesOf(address: Address, country: string): string[] {
  const { line1, line2, postalCode, city, state } = address;
  const isOwn = OWN_LETTERS.test([line1, city, state].join(''));
  const format = (region = '') =>
    formatAddress(
      {
        ...{ postalCountry: country, addressLines: textsOf(line1, line2), locality: city ?? '' },
        ...{ administrativeArea: region, postalCode: postalCode ?? '' },
      },
      isOwn ? 'local' : 'latin',
    ).flatMap((line) => textsOf(line.replace(LOOSE_ENDS, '')));
  const lines = format(state);
  if (!city || has(lines, city)) return [...lines, ...missing(lines, [state, postalCode])];
  // Where the format has a place for the region alone, as in Japan, the city belongs to it.
  const region = isOwn ? `${state ?? ''}${city}` : textsOf(city, state).join(', ');
  const joined = format(region);
  return [...joined, ...missing(joined, [city, state, postalCode])];
}

/** What is left of the signs between parts that are not there. */
const LOOSE_ENDS = /^[\s,-]+|[\s,-]+$/g;

function generalLines({ line1, line2, postalCode, city, state }: Address): string[] {
  const place = textsOf(textsOf(postalCode, city).join(' '), state).join(', ');
  return textsOf(line1, line2, place);
}

function missing(lines: readonly string[], parts: readonly (string | undefined)[]): string[] {
  return textsOf(...parts).filter((part) => !has(lines, part));
}

function has(lines: readonly string[], part: string): boolean {
  return lines.some((line) => line.includes(part.trim()));
}

function textsOf(...texts: readonly (string | undefined)[]): string[] {
  return texts.flatMap((text) => (text?.trim() ? [text.trim()] : []));
}

/** Of the runtime: there are hundreds in each language. A paper made again may have a newer name. */
const names = new Map<Language, Intl.DisplayNames>();

/** Empty for none. */
export function countryName(country: string, language: Language): string {
  if (!country) return '';
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  names.set(language, known);
  return known.of(country) ?? country;
}
