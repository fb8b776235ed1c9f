import { useMessages } from '../../../messages/catalogs.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { BillableField } from './billable-field.tsx';
import { type CardType, TIMINGS } from './card-fields.ts';
import type { CardFormState } from './card-form.ts';

/** What a card is called, what it bills, and when. */
export function CardBasics({ type, form, isNew }: { type: CardType; form: CardFormState; isNew: boolean }) {
  const t = useMessages('cardForm');
  const plans = useMessages('plans');
  return (
    <>
      <BillableField type={type} field={form.input('billableId')} />
      <TextField label={t('displayName')} help={t('displayNameHelp')} {...form.input('displayName')} />
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label={t('name')}
          help={t('nameHelp')}
          maxLength={50}
          readOnly={!isNew}
          {...form.input('name')}
        />
        <TextField label={t('tag')} help={t('tagHelp')} maxLength={50} {...form.input('tag')} />
        <SelectField
          label={t('timing')}
          options={TIMINGS[type].map((value) => ({ value, text: plans(`timing.${value}`) }))}
          {...form.input('timing')}
        />
      </div>
    </>
  );
}
