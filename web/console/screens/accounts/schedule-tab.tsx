import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { editAccountSchedules } from '../../../api/generated/schedules.ts';
import type { Account } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Plus } from '../../../ui/icons.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type ScheduleAct, ScheduleDialog } from './schedule-dialog.tsx';
import { ScheduleReview } from './schedule-review.tsx';
import { ScheduleTable } from './schedule-table.tsx';
import { changesOf, stretchesOf } from './schedule-view.ts';
import { Timeline } from './timeline.tsx';
import { timelineQuery } from './timeline-query.ts';

/** The plans of an account over time, and the draft of another timeline with what it would change. */
export function ScheduleTab({ account }: { account: Account }) {
  const t = useMessages('schedule');
  const session = useSession();
  const [act, setAct] = useState<ScheduleAct | null>(null);
  const { data } = useSuspenseQuery(timelineQuery(account.id));
  const { state } = data;
  const { timeZone: zone, today } = state;
  const live = stretchesOf(data.live, { zone, today });
  const draft = state.draft && stretchesOf(data.draft, { zone, today });
  const planned = draft ?? live;
  const canEdit = isAllowed(session, editAccountSchedules) && account.status !== 'ARCHIVED';
  const assign = canEdit && !state.draft?.isStale && (
    <Button kind="primary" icon={Plus} onClick={() => setAct({ kind: 'assign' })}>
      {planned.length === 0 ? t('assign') : t('changePlan')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      {account.status === 'DRAFT' && <Notice kind="warn" title={t('accountInDraft')} />}
      {draft && (
        <ScheduleReview
          accountId={account.id}
          changes={changesOf(live, draft)}
          isStale={state.draft?.isStale ?? false}
          canEdit={canEdit}
        />
      )}
      {live.length + planned.length === 0 ? (
        <EmptyState text={t('empty')} action={assign} />
      ) : (
        <>
          <Timeline live={live} draft={draft} today={today} actions={assign} />
          <ScheduleTable stretches={planned} isDraft={draft !== null} onAct={assign ? setAct : null} />
        </>
      )}
      {act && (
        <ScheduleDialog
          act={act}
          context={{ accountId: account.id, planned, today }}
          onClose={() => setAct(null)}
        />
      )}
    </div>
  );
}
