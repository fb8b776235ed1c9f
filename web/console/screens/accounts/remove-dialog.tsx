import { useMessages } from '../../../messages/catalogs.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import type { ActProps } from './schedule-dialog.tsx';
import { removeEdits } from './schedule-edits.ts';
import type { Stretch } from './schedule-view.ts';
import { useDays } from './use-days.ts';
import { useScheduleEdit } from './use-schedule-edit.ts';

/** Takes a schedule out of the timeline; of a current one, what is left of it. */
export function RemoveDialog({ context, stretch, onClose }: ActProps & { stretch: Stretch }) {
  const t = useMessages('schedule');
  const days = useDays();
  const { edit, isPending, error } = useScheduleEdit(context.accountId, onClose);
  const edits = removeEdits(stretch, context.today);
  const first = edits[0]?.effectiveFrom ?? stretch.first;
  return (
    <DialogForm
      title={t('removeTitle', { plan: stretch.schedule.pricePlanInfo.name })}
      label={t('toReview')}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      onSubmit={(event) => {
        event.preventDefault();
        edit(edits);
      }}
      isPending={isPending}
      error={error}
    >
      <p className="max-w-[72ch]">{t('removeText', { days: days({ first, until: stretch.until }) })}</p>
      <p className="text-muted">{t('toReviewHelp')}</p>
    </DialogForm>
  );
}
