import { Fragment } from 'react';
import { Money } from '../../../ui/money.tsx';

interface AmountsProps {
  amounts: readonly { currency: string; amount: string }[];
  isEstimate?: boolean;
}

/** Amounts of several currencies beside each other: they have no sum. */
export function Amounts({ amounts, isEstimate = false }: AmountsProps) {
  if (amounts.length === 0) return <span className="text-faint">—</span>;
  return amounts.map(({ currency, amount }, index) => (
    <Fragment key={currency}>
      {index > 0 && ' + '}
      <Money amount={amount} currency={currency} isEstimate={isEstimate} hasCode />
    </Fragment>
  ));
}
