import { useMessages } from '../../../messages/catalogs.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { RecordField } from '../../../parts/record-field.tsx';
import { plans } from '../../../parts/record-kinds.ts';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { DateField } from '../../../ui/field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import type { ActProps } from './schedule-dialog.tsx';
import { assignForm } from './schedule-form.ts';
import { stretchOn } from './schedule-view.ts';
import { useScheduleEdit } from './use-schedule-edit.ts';

/** A plan whose next version is a draft has an active one, too; the service knows. */
const BILLING_PLANS = { type: 'BILLING' } as const;

/** Another plan, or the first one. */
export function AssignDialog({ context, onClose }: ActProps) {
  const t = useMessages('schedule');
  const { edit, isPending, error } = useScheduleEdit(context.accountId, onClose);
  const form = useForm(assignForm(context, t), edit);
  const title = context.planned.length === 0 ? t('assign') : t('changePlan');
  const running = stretchOn(context.planned, form.fields.first);
  return (
    <DialogForm
      title={title}
      label={t('toReview')}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      onSubmit={form.submit}
      isPending={isPending}
      error={error}
    >
      <RecordField
        label={t('plan')}
        help={t('planHelp')}
        kind={plans}
        filter={BILLING_PLANS}
        {...form.input('planId')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label={t('first')} {...form.input('first')} />
        <DateField label={t('last')} help={t('lastHelp')} {...form.input('last')} />
      </div>
      {running && (
        <CheckboxField
          label={t('keepsCycle')}
          help={t('keepsCycleHelp', { plan: running.schedule.pricePlanInfo.name })}
          {...form.checkbox('keepsCycle')}
        />
      )}
      <p className="text-muted">{t('toReviewHelp')}</p>
    </DialogForm>
  );
}
