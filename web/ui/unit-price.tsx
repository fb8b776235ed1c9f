import { formatPricePerMillion } from '../format/price-per-million.ts';
import { Price, type PriceProps } from './money.tsx';

/** The price of one unit with every digit, and of a million beside it where that is what people compare. */
export function UnitPrice({ price, currency, unit }: PriceProps) {
  const ofMillion = formatPricePerMillion(price, currency);
  const each = <Price price={price} currency={currency} {...(unit && { unit })} />;
  if (ofMillion === null) return each;
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-2">
      {each}
      <span className="whitespace-nowrap text-muted">{ofMillion}</span>
    </span>
  );
}
