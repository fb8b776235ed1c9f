import { formatAddress } from 'localized-address-format';
import type { Language } from '#areas/invoice-templates/index.ts';
import type { Address } from '#platform/http/schemas.ts';

/**
 * Returns an address in lines, in the order of its country, with the country's name in the language of the
 * document. Prints parts that the country's format lacks before the country, so that nothing is lost.
 */
export function addressLines(address: Address, language: Language): string[] {
  const { country = '', phoneNumber } = address;
  const lines = country ? linesOf(address, country) : generalLines(address);
  return [...lines, countryName(country, language), phoneNumber].flatMap((line) =>
    line?.trim() ? [line.trim()] : [],
  );
}

/** Scripts of countries that write the largest part of an address first in their own script. */
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
  // If the format only has a place for the region, as in Japan, the city is added to it.
  const region = isOwn ? `${state ?? ''}${city}` : textsOf(city, state).join(', ');
  const joined = format(region);
  return [...joined, ...missing(joined, [city, state, postalCode])];
}

/** Separators left over from absent parts. */
const LOOSE_ENDS = /^[\s,-]+|[\s,-]+$/g;

function generalLines({ line1, line2, postalCode, city, state }: Address): string[] {
  const locality = textsOf(textsOf(postalCode, city).join(' '), state).join(', ');
  return textsOf(line1, line2, locality);
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

/**
 * From the runtime, because there are hundreds in each language. A PDF that is rendered again may have a
 * newer name.
 */
const names = new Map<Language, Intl.DisplayNames>();

/** Returns an empty text without a country. */
export function countryName(country: string, language: Language): string {
  if (!country) return '';
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  names.set(language, known);
  return known.of(country) ?? country;
}
