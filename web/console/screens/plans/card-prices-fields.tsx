import { useMessages } from '../../../messages/catalogs.ts';
import { RadioField } from '../../../ui/choice-field.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { type CardType, hasTiers } from './card-fields.ts';
import type { CardFormState } from './card-form.ts';
import { TierEditor } from './tier-editor.tsx';

interface CardPricesFieldsProps {
  type: CardType;
  form: CardFormState;
  currencies: readonly string[];
  currency: string;
  onCurrency(currency: string): void;
}

/** The prices of a card: one amount in each currency, or tiers in the shown one. */
export function CardPricesFields(props: CardPricesFieldsProps) {
  return hasTiers(props.type) ? <TieredPrices {...props} /> : <FlatPrices {...props} />;
}

function FlatPrices({ form, currencies }: CardPricesFieldsProps) {
  const t = useMessages('cardForm');
  const rows = form.rows('amounts');
  return rows.rows.map((row, index) =>
    currencies.includes(row.currency ?? '') ? (
      <DecimalField
        key={row.currency}
        label={t('amountIn', { currency: row.currency ?? '' })}
        unit={row.currency}
        {...rows.input(index, 'rate')}
      />
    ) : null,
  );
}

function TieredPrices({ type, form, currencies, currency, onCurrency }: CardPricesFieldsProps) {
  const t = useMessages('cardForm');
  const amounts = form.rows('amounts');
  const index = amounts.rows.findIndex((row) => row.currency === currency);
  const models = ['TIERED', 'VOLUME'] as const;
  return (
    <>
      {currencies.length > 1 && (
        <SelectField
          label={t('shownCurrency')}
          help={t('shownCurrencyHelp')}
          value={currency}
          onChange={({ target }) => onCurrency(target.value)}
          options={currencies.map((value) => ({ value, text: value }))}
        />
      )}
      {type === 'CREDIT_GRANT' && (
        <DecimalField
          label={t('credits', { currency })}
          help={t('creditsHelp')}
          unit={currency}
          {...amounts.input(index, 'credits')}
        />
      )}
      <RadioField
        label={t('model')}
        options={models.map((value) => ({
          ...{ value, text: t(`model.${value}`), help: t(`modelHelp.${value}`) },
        }))}
        {...form.input('model')}
      />
      <TierEditor tiers={form.rows('tiers')} currency={currency} />
      <div className="grid gap-3 sm:grid-cols-2">
        <DecimalField
          label={t('cardMinimum')}
          help={t('cardMinimumHelp')}
          unit={currency}
          {...amounts.input(index, 'minimum')}
        />
        <DecimalField label={t('cardMaximum')} unit={currency} {...amounts.input(index, 'maximum')} />
      </div>
    </>
  );
}
