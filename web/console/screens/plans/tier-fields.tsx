import { useMessages } from '../../../messages/catalogs.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { X } from '../../../ui/icons.ts';
import { PRICE_TYPES, type TierRow } from './tier-rows.ts';

/** The inputs of the rows of a form. */
export interface TierInputs {
  input(
    index: number,
    member: string,
  ): {
    name: string;
    value: string;
    error: string | undefined;
    onChange(event: { target: { value: string } }): void;
    onBlur(): void;
  };
}

interface TierFieldsProps {
  tiers: TierInputs;
  row: TierRow;
  index: number;
  currency: string;
  isBounded: boolean;
  isLast: boolean;
  onBorder(border: { member: 'from' | 'to'; typed: string }): void;
  /** Null: a price has at least one tier. */
  onRemove: (() => void) | null;
}

/** One tier: its quantities, how they are priced, and the price in the shown currency. */
export function TierFields(props: TierFieldsProps) {
  const { tiers, row, index, currency, isLast, onBorder, onRemove } = props;
  const t = useMessages('cardForm');
  const isFirst = index === 0;
  const border = (member: 'from' | 'to') => ({
    ...tiers.input(index, member),
    onChange: ({ target }: { target: { value: string } }) => onBorder({ member, typed: target.value }),
    isLabelHidden: !isFirst,
  });
  return (
    <li
      aria-label={t('tierName', { number: index + 1 })}
      className="flex flex-wrap items-start gap-2 border-b border-line pb-3"
    >
      <div
        className={classes(
          'grid min-w-0 flex-1 grid-cols-2 items-start gap-2',
          'sm:grid-cols-[minmax(5rem,1fr)_minmax(5rem,1fr)_minmax(7rem,1fr)_minmax(8rem,1.2fr)]',
        )}
      >
        <DecimalField label={t('from')} {...border('from')} readOnly={isFirst} />
        {isLast && row.to === '' ? (
          <TextField label={t('to')} placeholder={t('noEnd')} className="text-end" {...border('to')} />
        ) : (
          <DecimalField label={t('to')} {...border('to')} />
        )}
        <SelectField
          label={t('priceType')}
          options={PRICE_TYPES.map((value) => ({ value, text: t(`priceType.${value}`) }))}
          isLabelHidden={!isFirst}
          {...tiers.input(index, 'priceType')}
        />
        <DecimalField
          label={t('priceIn', { currency })}
          unit={row.priceType === 'PERCENTAGE' ? '%' : currency}
          isLabelHidden={!isFirst}
          {...tiers.input(index, `rate.${currency}`)}
        />
        <TierExtras {...props} />
      </div>
      <IconButton
        icon={X}
        label={t('removeTier', { number: index + 1 })}
        disabled={onRemove === null}
        onClick={onRemove ?? undefined}
        className={isFirst ? 'sm:mt-6' : undefined}
      />
    </li>
  );
}

/** What only some tiers have: the size of packages, and bounds of the amount. */
function TierExtras({ tiers, row, index, currency, isBounded }: TierFieldsProps) {
  const t = useMessages('cardForm');
  return (
    <>
      {row.priceType === 'PACKAGE' && (
        <DecimalField label={t('packageSize')} {...tiers.input(index, 'packageSize')} />
      )}
      {isBounded && (
        <>
          <DecimalField label={t('tierMinimum')} unit={currency} {...tiers.input(index, `min.${currency}`)} />
          <DecimalField label={t('tierMaximum')} unit={currency} {...tiers.input(index, `max.${currency}`)} />
        </>
      )}
    </>
  );
}
