import { useMessages } from '../../../messages/catalogs.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { accounts } from '../../../parts/record-kinds.ts';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { DateField, TextField } from '../../../ui/field.tsx';
import { type GrantFormState, ScopeFields } from './scope-fields.tsx';

/** Who gets how much, for how long and for what. */
export function GrantFieldset({ form, currency }: { form: GrantFormState; currency: string | undefined }) {
  const t = useMessages('grantForm');
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <RecordField kind={accounts} label={t('account')} {...form.input('accountId')} />
      <TextField label={t('purpose')} help={t('purposeHelp')} maxLength={255} {...form.input('purpose')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <DecimalField label={t('amount')} unit={currency} {...form.input('amount')} />
        <TextField
          label={t('priority')}
          help={t('priorityHelp')}
          inputMode="numeric"
          {...form.input('priority')}
        />
        <DateField label={t('from')} {...form.input('effectiveFrom')} />
        <DateField label={t('until')} help={t('untilHelp')} {...form.input('effectiveUntil')} />
      </div>
      <ScopeFields form={form} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={t('grantor')}
          help={t('grantorHelp')}
          maxLength={255}
          {...form.input('grantorId')}
        />
        <TextField label={t('key')} help={t('keyHelp')} maxLength={255} {...form.input('idempotencyKey')} />
      </div>
    </div>
  );
}
