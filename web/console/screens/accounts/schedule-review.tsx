import { discardSchedules, finalizeSchedules } from '../../../api/generated/schedules.ts';
import type { AccountSchedule } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ScheduleEffect } from './schedule-effect.tsx';
import type { Change } from './schedule-view.ts';
import { useDays } from './use-days.ts';

interface ScheduleReviewProps {
  accountId: string;
  changes: readonly Change[];
  /** The live schedules have changed since the draft was made. */
  isStale: boolean;
  canEdit: boolean;
}

/** What a draft would change, before somebody makes it live. */
export function ScheduleReview({ accountId, changes, isStale, canEdit }: ScheduleReviewProps) {
  const t = useMessages('schedule');
  const finalize = useWrite(finalizeSchedules);
  const discard = useWrite(discardSchedules);
  const input = { account_id: accountId };
  return (
    <section
      aria-label={t('review')}
      className="flex flex-col gap-3 rounded-md border border-line-strong bg-surface p-4"
    >
      <div>
        <h2 className="text-h2 font-semibold">{t('review')}</h2>
        <p className="text-muted">{t('reviewText')}</p>
      </div>
      {isStale && (
        <Notice kind="warn" title={t('staleTitle')}>
          {t('staleText')}
        </Notice>
      )}
      <Changes changes={changes} />
      {canEdit && !isStale && changes.length > 0 && !isEnding(finalize) && !isEnding(discard) && (
        <ScheduleEffect accountId={accountId} />
      )}
      {finalize.error && <ProblemNotice error={finalize.error} />}
      {canEdit && (
        <div className="flex flex-wrap justify-end gap-2">
          <ConfirmButton
            label={t('discard')}
            title={t('discardTitle')}
            isPending={discard.isPending}
            error={discard.error}
            onConfirm={(close) => discard.mutate(input, { onSuccess: close })}
          >
            <p>{t('discardText')}</p>
          </ConfirmButton>
          {!isStale && (
            <Button kind="primary" disabled={finalize.isPending} onClick={() => finalize.mutate(input)}>
              {t('makeLive')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** The draft is about to be gone, and its effect cannot be computed any more. */
function isEnding({ isPending, isSuccess }: { isPending: boolean; isSuccess: boolean }): boolean {
  return isPending || isSuccess;
}

function Changes({ changes }: Pick<ScheduleReviewProps, 'changes'>) {
  const t = useMessages('schedule');
  const days = useDays();
  if (changes.length === 0) return <p>{t('noChanges')}</p>;
  return (
    <ul className="flex flex-col">
      {changes.map((change) => (
        <li
          key={change.first}
          className="grid gap-x-4 border-t border-line py-2 sm:grid-cols-[16rem_minmax(0,1fr)_minmax(0,1fr)]"
        >
          <span className="font-medium">{days(change)}</span>
          <span className="text-muted">
            {t('before')} <PlanName schedule={change.before} />
          </span>
          <span>
            {t('after')} <PlanName schedule={change.after} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function PlanName({ schedule }: { schedule: AccountSchedule | null }) {
  const t = useMessages('schedule');
  if (!schedule) return t('noPlan');
  const { pricePlanInfo, version, isOverridden } = schedule;
  return (
    <bdi className="break-words">
      {t('planVersion', { plan: pricePlanInfo.name, version })}
      {isOverridden && ` · ${t('overridden')}`}
    </bdi>
  );
}
