/**
 * Minor digits of ISO 4217 where they are not 2. `Intl` follows CLDR, which differs for some currencies;
 * invoices follow ISO. A test compares this table with the service's.
 */
const CODES_BY_DIGITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_DIGITS).flatMap(([digits, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(digits)]),
  ),
);

export function minorDigits(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}
