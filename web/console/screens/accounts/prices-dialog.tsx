import { useNavigate } from '@tanstack/react-router';
import { useMessages } from '../../../messages/catalogs.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { DateField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import type { ActProps } from './schedule-dialog.tsx';
import { ownPriceEdits, planPriceEdits } from './schedule-edits.ts';
import { fromForm } from './schedule-form.ts';
import type { Stretch } from './schedule-view.ts';
import { useScheduleEdit } from './use-schedule-edit.ts';

interface PricesDialogProps extends ActProps {
  stretch: Stretch;
  /** Prices of the account's own; else those of the plan again. */
  isOwn: boolean;
}

/** From which day on the prices of a schedule change; the page of its prices follows. */
export function PricesDialog({ context, stretch, isOwn, onClose }: PricesDialogProps) {
  const t = useMessages('schedule');
  const navigate = useNavigate();
  const { accountId, planned, today } = context;
  const known = new Set(planned.map(({ schedule }) => schedule.id));
  const { edit, isPending, error } = useScheduleEdit(accountId, ({ pricingSchedules }) => {
    // The edit reaches to the end of the schedule, so that it makes exactly one new one.
    const made = pricingSchedules.find(({ id }) => !known.has(id));
    if (!isOwn || !made) return onClose();
    const params = { accountId, scheduleId: made.id };
    void navigate({ to: '/accounts/$accountId/schedules/$scheduleId', params, search: { mode: 'DRAFT' } });
  });
  const read = (from: string) => (isOwn ? ownPriceEdits : planPriceEdits)(stretch, from);
  const form = useForm(fromForm({ stretch, today }, { t, read }), edit);
  const plan = stretch.schedule.pricePlanInfo.name;
  return (
    <DialogForm
      title={isOwn ? t('ownPricesTitle', { plan }) : t('planPricesTitle', { plan })}
      label={isOwn ? t('editPrices') : t('toReview')}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      onSubmit={form.submit}
      isPending={isPending}
      error={error}
    >
      <p className="max-w-[72ch]">{isOwn ? t('ownPricesText') : t('planPricesText')}</p>
      <DateField label={t('pricesFrom')} {...form.input('from')} />
    </DialogForm>
  );
}
