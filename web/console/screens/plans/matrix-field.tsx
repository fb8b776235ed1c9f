import { Link } from '@tanstack/react-router';
import { readDecimal } from '../../../format/typed-decimal.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { classes } from '../../../ui/classes.ts';
import { INPUT } from '../../../ui/field.tsx';
import type { MatrixCell } from './price-matrix.ts';

interface MatrixFieldProps {
  cell: MatrixCell;
  value: string | null;
  /** The values of its row and of its column. */
  labels: readonly [string, string];
  onType(value: string): void;
  /** Whether the text was a block, and is not typed into the field. */
  onPaste(text: string): boolean;
  onFocus(): void;
}

/** The price of a unit; a card with tiers opens in the editor of cards. */
export function MatrixField({ cell, value, labels, onType, onPaste, onFocus }: MatrixFieldProps) {
  const t = useMessages('priceMatrix');
  const { card } = cell;
  const [row, column] = labels;
  if (value === null)
    return (
      <Link
        to="/plans/$planId/card"
        params={{ planId: card.pricePlanId }}
        search={{ name: card.name }}
        aria-label={t('tiersOf', { row, column })}
        className="inline-flex h-8 items-center text-accent hover:underline"
      >
        {t('tiers')}
      </Link>
    );
  return (
    <input
      name={`rate.${card.name}`}
      aria-label={t('priceOf', { row, column })}
      aria-invalid={readDecimal(value) === null || undefined}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onType(target.value)}
      onPaste={(event) => {
        if (onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
      }}
      onFocus={onFocus}
      className={classes(INPUT, 'w-28 text-end', value !== cell.rate && 'border-accent')}
    />
  );
}
