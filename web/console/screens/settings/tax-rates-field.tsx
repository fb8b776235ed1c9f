import { formatQuantity } from '../../../format/money.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { RowsField } from '../../../ui/rows-field.tsx';
import { useTextRows } from '../../../ui/use-text-rows.ts';
import type { SettingInput } from './setting-field.tsx';
import { taxExamples } from './tax-example.ts';
import { taxRates } from './tax-rates.ts';

/** Taxes with their countries, and what they add to an invoice. */
export function TaxRatesField({ input, label, help }: { input: SettingInput; label: string; help: string }) {
  const t = useMessages('organizationSettings');
  const rows = useTextRows({ ...taxRates, ...input, errorsOf: (each) => taxRates.errorsOf(each, t) });
  return (
    <div className="flex flex-col gap-2">
      <RowsField
        label={label}
        help={help}
        rows={rows}
        newRow={() => ({ name: '', percent: '', country: '' })}
        addLabel={t('addTax')}
        nameOf={(index) => rows.rows[index]?.name || t('taxRow')}
      >
        {(_, index) => (
          <>
            <TextField
              label={t('taxName')}
              isLabelHidden={index > 0}
              maxLength={255}
              autoComplete="off"
              {...rows.input(index, 'name')}
            />
            <DecimalField
              label={t('taxPercent')}
              isLabelHidden={index > 0}
              unit={t('percentSign')}
              {...rows.input(index, 'percent')}
            />
            <TextField
              label={t('taxCountry')}
              isLabelHidden={index > 0}
              maxLength={2}
              placeholder={t('everyCountry')}
              autoComplete="off"
              {...rows.input(index, 'country')}
            />
          </>
        )}
      </RowsField>
      <ul aria-live="polite" className="flex flex-col gap-0.5 text-caption text-muted">
        {taxExamples(rows.rows).map(({ country, taxes, total }) => (
          <li key={country}>
            {t(country === '' ? 'taxExample' : 'taxExampleIn', {
              country,
              taxes: taxes.map(({ name, percent }) => `${name} ${formatQuantity(percent, '%')}`).join(' + '),
              total: formatQuantity(total),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
