import { isCurrency } from '#core/currency.ts';

/** Checks that each code is a currency and occurs once. `path` is that of the list. */
export function checkCurrencies(values: readonly { currency: string }[], path: string): string[] {
  const seen = new Set<string>();
  return values.flatMap(({ currency }, index) => {
    const at = `${path}[${index}].currency`;
    if (!isCurrency(currency)) return [`${at}: ${currency} is not an ISO 4217 currency`];
    const isNew = !seen.has(currency);
    seen.add(currency);
    return isNew ? [] : [`${at}: ${currency} is repeated; send one price per currency`];
  });
}
