import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explainUncountedEvents, previewCorrection } from '../../api/generated/events-and-usage.ts';
import type { UncountedEvents } from '../../api/generated/types.ts';
import type { InputOf } from '../../api/operation.ts';
import { one } from '../../api/queries.ts';
import { formatDay } from '../../format/time.ts';
import { useMessages } from '../../messages/catalogs.ts';
import { isAllowed, useSession } from '../../session/session.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Coins } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Allowed } from '../allowed.tsx';
import { eventStatus } from '../event-status.ts';
import { ProblemNotice } from '../problem-notice.tsx';
import { RecordLink } from '../record-link.tsx';
import { reasonOf, remedyOf } from './event-reason.ts';
import { UncountedFix } from './uncounted-fix.tsx';
import { Worth } from './worth.tsx';

type Input = InputOf<typeof explainUncountedEvents>;

/** Why events are not counted: each reason with its number of events, one to look at, and the remedy. */
export function UncountedList({ input }: { input: Input }) {
  const t = useMessages('uncounted');
  const may = isAllowed(useSession(), explainUncountedEvents);
  const query = useQuery({ ...one(explainUncountedEvents, input), enabled: may });
  if (!may) return null;
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={4} />;
  const { data, isComplete } = query.data;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {data.length === 0 && <EmptyState text={t('none')} />}
      <ul className="flex flex-col">
        {data.map((group) => (
          <Group key={`${group.referenceId} ${group.isCountedByOthers}`} group={group} input={input} />
        ))}
      </ul>
      {!isComplete && <p className="text-muted">{t('partial')}</p>}
    </div>
  );
}

function Group({ group, input }: { group: UncountedEvents; input: Input }) {
  const t = useMessages('uncounted');
  const say = useMessages('events');
  // A preview corrects up to 500 events and takes them back: only where somebody asks.
  const [isEstimated, setEstimated] = useState(false);
  const canBeWorth = remedyOf(group.status) !== null;
  const { status, schemaName, events, firstAt, lastAt, referenceId, accountRef } = group;
  return (
    <li className="flex flex-col gap-1.5 border-b border-line py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{t.count('events', events)}</span>
        <StatusBadge look={eventStatus.look(status)} say={say} />
        <bdi className="text-muted">{schemaName}</bdi>
        {accountRef !== undefined && (
          <bdi className="min-w-0 break-words text-muted">{t('sentAs', { ref: accountRef })}</bdi>
        )}
        {group.isCountedByOthers && <span className="text-muted">{t('othersCount')}</span>}
      </div>
      <p className="max-w-[72ch] text-body break-words">{reasonOf(group, t)}</p>
      <p className="flex flex-wrap gap-x-3 text-muted">
        {t('since', { first: formatDay(firstAt), last: formatDay(lastAt) })}
        <RecordLink area="events" id={referenceId}>
          {t('showOne')}
        </RecordLink>
      </p>
      {isEstimated ? (
        <Worth group={group} input={input} />
      ) : (
        canBeWorth && (
          <Allowed operation={previewCorrection}>
            <span>
              <Button icon={Coins} onClick={() => setEstimated(true)}>
                {t('estimate')}
              </Button>
            </span>
          </Allowed>
        )
      )}
      <UncountedFix group={group} input={input} />
    </li>
  );
}
