import { type Decimal, ZERO } from '#core/decimal.ts';

interface CurrencySum {
  currency: string;
  amount: Decimal;
}

/** What was owed at the ends of a period, counted back from what is owed now. */
export function describeReceivables({
  open,
  sinceStart,
  sinceEnd,
}: Record<'open' | 'sinceStart' | 'sinceEnd', readonly CurrencySum[]>) {
  const of = (sums: readonly CurrencySum[], currency: string) =>
    sums.find((sum) => sum.currency === currency)?.amount ?? ZERO;
  const currencies = [...new Set([...open, ...sinceStart].map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const opening = of(open, currency).minus(of(sinceStart, currency));
    const closing = of(open, currency).minus(of(sinceEnd, currency));
    return { currency, opening, movement: closing.minus(opening), closing };
  });
}
