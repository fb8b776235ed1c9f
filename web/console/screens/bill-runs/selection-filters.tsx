import { useMessages } from '../../../messages/catalogs.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { customers, plans } from '../../../parts/record-kinds.ts';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { DateField } from '../../../ui/field.tsx';
import type { SelectionFields } from './bill-run-form.ts';

type Selected = Partial<SelectionFields> & { waiting?: string | undefined };

interface SelectionFiltersProps {
  search: Selected;
  onSearch(next: Selected): void;
}

/** Which drafts the month close computes. */
export function SelectionFilters({ search, onSearch }: SelectionFiltersProps) {
  const t = useMessages('billRuns');
  const field = (name: keyof SelectionFields) => ({
    name,
    value: search[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => onSearch({ [name]: target.value }),
  });
  return (
    <div className="grid max-w-4xl items-end gap-3 sm:grid-cols-4">
      <RecordField kind={customers} label={t('customer')} {...field('customer')} />
      <RecordField kind={plans} label={t('plan')} {...field('plan')} />
      <DateField label={t('billedUntil')} {...field('until')} />
      <CheckboxField
        label={t('waitingOnly')}
        checked={search.waiting === 'true'}
        onChange={({ target }) => onSearch({ waiting: target.checked ? 'true' : '' })}
      />
    </div>
  );
}
