import { isNegative } from '../format/decimals.ts';
import {
  formatMoney,
  formatMoneyShort,
  formatMoneyWithCode,
  formatPrice,
  formatQuantity,
} from '../format/money.ts';
import { useMessages } from '../messages/catalogs.ts';
import { classes } from './classes.ts';

interface MoneyProps {
  /** An exact decimal; absent: not known. */
  amount: string | null | undefined;
  /** Absent: not known, and the number stands alone. */
  currency: string | undefined;
  /** Not final: italic, and marked as an estimate. */
  isEstimate?: boolean;
  /** The code in place of the symbol, where currencies are mixed. */
  hasCode?: boolean;
  /** The only place for `$1.2M`: headlines; the full amount is in the tooltip. */
  isShort?: boolean;
}

/** The only component that shows amounts of money. */
export function Money({
  amount,
  currency,
  isEstimate = false,
  hasCode = false,
  isShort = false,
}: MoneyProps) {
  const t = useMessages('ui');
  if (amount === null || amount === undefined) return <span className="text-faint">—</span>;
  const full = hasCode ? formatMoneyWithCode(amount, currency) : formatMoney(amount, currency);
  return (
    <span
      className={classes('whitespace-nowrap', isEstimate && 'italic', isNegative(amount) && 'text-muted')}
      title={isShort ? full : undefined}
    >
      {isShort ? formatMoneyShort(amount, currency) : full}
      {isEstimate && <span className="ms-1 text-caption text-muted">{t('estimate')}</span>}
    </span>
  );
}

export interface PriceProps {
  price: string;
  currency: string | undefined;
  /** What it is the price of, if not of one unit. */
  unit?: string;
}

/** A price with every digit. */
export function Price({ price, currency, unit }: PriceProps) {
  return (
    <span className="whitespace-nowrap">
      {formatPrice(price, currency)}
      {unit && <span className="text-muted"> / {unit}</span>}
    </span>
  );
}

export function Quantity({ quantity, unit }: { quantity: string | null | undefined; unit?: string }) {
  if (quantity === null || quantity === undefined) return <span className="text-faint">—</span>;
  return (
    <span className="whitespace-nowrap">
      {unit ? formatQuantity(quantity, unit) : formatQuantity(quantity)}
    </span>
  );
}
