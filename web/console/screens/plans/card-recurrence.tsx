import { useMessages } from '../../../messages/catalogs.ts';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import type { CardFormState } from './card-form.ts';

/** Whether part of a cycle costs part of the fee, and where unused days are refunded to. */
export function Proration({ form }: { form: CardFormState }) {
  const t = useMessages('cardForm');
  const modes = ['', 'NONE', 'CREDITS', 'WALLET', 'PAYMENT'] as const;
  return (
    <>
      <CheckboxField label={t('proration')} help={t('prorationHelp')} {...form.checkbox('isProrated')} />
      {form.fields.isProrated && form.fields.timing === 'IN_ADVANCE' && (
        <SelectField
          label={t('refund')}
          help={t('refundHelp')}
          options={modes.map((value) => ({ value, text: t(`refund.${value || 'DEFAULT'}`) }))}
          {...form.input('refundMode')}
        />
      )}
    </>
  );
}

/** In which cycles a card charges or grants. */
export function Recurrence({ form, hasType = false }: { form: CardFormState; hasType?: boolean }) {
  const t = useMessages('cardForm');
  const types = ['', 'RECURRING', 'ONE_TIME'] as const;
  return (
    <>
      {hasType && (
        <SelectField
          label={t('recurrence')}
          options={types.map((value) => ({ value, text: t(`recurrence.${value || 'DEFAULT'}`) }))}
          {...form.input('recurrence')}
        />
      )}
      {(!hasType || form.fields.recurrence !== 'ONE_TIME') && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label={t('interval')} inputMode="numeric" {...form.input('interval')} />
          <TextField label={t('offset')} inputMode="numeric" {...form.input('offset')} />
        </div>
      )}
    </>
  );
}
