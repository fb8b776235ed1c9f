import { useMessages } from '../../../messages/catalogs.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { DateField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import type { ActProps } from './schedule-dialog.tsx';
import { daysForm } from './schedule-form.ts';
import type { Stretch } from './schedule-view.ts';
import { useScheduleEdit } from './use-schedule-edit.ts';

/** Other days of a schedule: moves it, ends it, or lets it go on. */
export function DaysDialog({ context, stretch, onClose }: ActProps & { stretch: Stretch }) {
  const t = useMessages('schedule');
  const { edit, isPending, error } = useScheduleEdit(context.accountId, onClose);
  const form = useForm(daysForm(stretch, t), (edits) => (edits.length > 0 ? edit(edits) : onClose()));
  return (
    <DialogForm
      title={t('datesTitle', { plan: stretch.schedule.pricePlanInfo.name })}
      label={t('toReview')}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      onSubmit={form.submit}
      isPending={isPending}
      error={error}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label={t('first')}
          disabled={stretch.phase !== 'future'}
          help={stretch.phase === 'future' ? undefined : t('hasBegun')}
          {...form.input('first')}
        />
        <DateField label={t('last')} help={t('lastHelp')} {...form.input('last')} />
      </div>
      <p className="text-muted">{t('toReviewHelp')}</p>
    </DialogForm>
  );
}
