import { exact } from '../../../api/decimal.ts';
import { updateFeatureCreditEntry } from '../../../api/generated/entitlements.ts';
import type { FeatureCreditEntry } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { startOfDayMs } from '../../../format/time.ts';
import { readDecimal, typedDecimal } from '../../../format/typed-decimal.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { useSession } from '../../../session/session.tsx';
import { DecimalField } from '../../../ui/decimal-field.tsx';
import { DateField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';

interface EditEntryProps {
  input: { account_id: string; feature_id: string };
  entry: FeatureCreditEntry;
  onClose(): void;
}

/** Another amount of granted credits, or another end. */
export function EditEntry({ input, entry, onClose }: EditEntryProps) {
  const t = useMessages('entitlements');
  const { timezone } = useSession().organization;
  const write = useWrite(updateFeatureCreditEntry);
  const initial = { granted: typedDecimal(entry.granted ?? '0'), until: '' };
  const definition = {
    initial,
    check: ({ granted }: typeof initial) =>
      readDecimal(granted) === null ? { granted: t('numberNeeded') } : {},
    read: (fields: typeof initial) => fields,
  };
  const form = useForm(definition, ({ granted, until }) => {
    const body = {
      ...(granted !== initial.granted && { granted: exact(readDecimal(granted) ?? '0') }),
      ...(until !== '' && { effectiveUntil: new Date(startOfDayMs(until, timezone)).toISOString() }),
    };
    write.mutate({ ...input, entry_id: entry.id, body }, { onSuccess: onClose });
  });
  return (
    <DialogForm
      title={t('act.edit')}
      label={t('save')}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      onSubmit={form.submit}
      isPending={write.isPending}
      error={write.error}
    >
      <DecimalField label={t('granted')} help={t('grantedHelp')} {...form.input('granted')} />
      <DateField label={t('newEnd')} help={t('newEndHelp')} {...form.input('until')} />
    </DialogForm>
  );
}
