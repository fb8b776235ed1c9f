import type { Journal } from '../../../api/generated/types.ts';
import { addDays } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { DateField, SelectField } from '../../../ui/field.tsx';
import type { PeriodSearch } from './period.ts';

interface PeriodFieldsProps {
  search: PeriodSearch;
  /** What is on the screen, for the fields that nobody has set. */
  shown: Pick<Journal, 'from' | 'to' | 'receivables' | 'rows'> | undefined;
  onChange(next: PeriodSearch): void;
}

/** The first and the last day, and one of the currencies in which something was booked. */
export function PeriodFields({ search, shown, onChange }: PeriodFieldsProps) {
  const t = useMessages('journal');
  const { from, until, currency = '' } = search;
  const booked = [...(shown?.receivables ?? []), ...(shown?.rows ?? [])].map((row) => row.currency);
  const currencies = [...new Set([...booked, ...(currency ? [currency] : [])])].sort();
  return (
    <div className="grid max-w-2xl grid-cols-2 gap-3 sm:grid-cols-3">
      <DateField
        label={t('from')}
        value={from ?? shown?.from ?? ''}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <DateField
        label={t('until')}
        value={until ?? (shown ? addDays(shown.to, -1) : '')}
        onChange={({ target }) => onChange({ until: target.value })}
      />
      <SelectField
        label={t('currency')}
        value={currency}
        options={[{ value: '', text: t('all') }, ...currencies.map((value) => ({ value, text: value }))]}
        onChange={({ target }) => onChange({ currency: target.value })}
      />
    </div>
  );
}
