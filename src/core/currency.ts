const CODES_BY_DIGITS: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
     CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
     HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU
     MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR
     SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED
     VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/**
 * ISO 4217 list one as of amendment 180 (2026): every active code that has a minor unit. Checked in, because
 * the digits of `Intl` are CLDR's display preferences and not the standard (`currency.test.ts` lists the
 * differences).
 */
const DIGITS_BY_CODE: ReadonlyMap<string, number> = new Map(
  CODES_BY_DIGITS.flatMap(([digits, codes]) => codes.split(/\s+/).map((code) => [code, digits] as const)),
);

/**
 * Whether `code` is an active ISO 4217 code with a minor unit, in upper case. Gold (`XAU`) and similar codes
 * are not money.
 */
export function isCurrency(code: string): boolean {
  return DIGITS_BY_CODE.has(code);
}

/**
 * Digits after the point of the minor unit: 0 for JPY, 2 for USD, 3 for KWD. Throws `RangeError` on an
 * unknown code.
 */
export function currencyDigits(code: string): number {
  const digits = DIGITS_BY_CODE.get(code);
  if (digits === undefined) throw new RangeError(`not an active ISO 4217 currency: ${code.slice(0, 20)}`);
  return digits;
}

/** Every accepted code in alphabetical order. */
export function currencyCodes(): string[] {
  return [...DIGITS_BY_CODE.keys()].sort();
}
