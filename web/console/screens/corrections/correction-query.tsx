import { useMessages } from '../../../messages/catalogs.ts';
import { eventStatus } from '../../../parts/event-status.ts';
import { RecordField } from '../../../parts/record-field.tsx';
import { accounts, eventSchemas } from '../../../parts/record-kinds.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField, SelectField, TextField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { type CorrectionFields, type CorrectionInput, correctionForm } from './correction-form.ts';

interface CorrectionQueryProps {
  given: Partial<CorrectionFields>;
  onAsk(input: CorrectionInput): void;
}

/** Which events, and what to do with them. */
export function CorrectionQuery({ given, onAsk }: CorrectionQueryProps) {
  const t = useMessages('corrections');
  const say = useMessages('events');
  const form = useForm(correctionForm(given, t), onAsk);
  return (
    <form onSubmit={form.submit} className="flex max-w-3xl flex-col gap-4">
      <SelectField
        label={t('action')}
        options={(['REDO', 'UNDO'] as const).map((value) => ({ value, text: t(`action.${value}`) }))}
        {...form.input('action')}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <RecordField
          kind={accounts}
          label={t('account')}
          help={t('accountHelp')}
          {...form.input('account_id')}
        />
        <RecordField kind={eventSchemas} label={t('schema')} {...form.input('schema_name')} />
        <SelectField
          label={t('status')}
          options={[
            { value: '', text: t('anyStatus') },
            ...(['UNPROCESSED', 'UNMATCHED'] as const).map((value) => ({
              value,
              text: t(`status.${value}`),
            })),
            ...eventStatus.options(say),
          ]}
          {...form.input('status')}
        />
        <TextField label={t('eventId')} maxLength={512} {...form.input('event_id')} />
        <DateField label={t('from')} {...form.input('from')} />
        <DateField label={t('until')} {...form.input('until')} />
      </div>
      <span>
        <Button kind="primary" type="submit">
          {t('preview')}
        </Button>
      </span>
    </form>
  );
}
