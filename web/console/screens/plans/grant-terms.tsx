import { useMessages } from '../../../messages/catalogs.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import type { CardFormState } from './card-form.ts';

const EXPIRIES = ['PRICING_CYCLE', 'CUSTOM', 'NO_EXPIRY'] as const;

/** When granted credits expire, in which order they are spent, and on what. */
export function GrantTerms({ form }: { form: CardFormState }) {
  const t = useMessages('cardForm');
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('expiry')}
          options={EXPIRIES.map((value) => ({ value, text: t(`expiry.${value}`) }))}
          {...form.input('expiryType')}
        />
        {form.fields.expiryType === 'CUSTOM' && (
          <TextField label={t('expiryDuration')} help={t('durationHelp')} {...form.input('expiryDuration')} />
        )}
      </div>
      <TextField
        label={t('priority')}
        help={t('priorityHelp')}
        inputMode="numeric"
        {...form.input('priority')}
      />
      <TextField label={t('applicable')} help={t('applicableHelp')} {...form.input('applicableIds')} />
    </>
  );
}
