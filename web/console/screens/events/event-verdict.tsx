import { useQuery } from '@tanstack/react-query';
import { explainUncountedEvents } from '../../../api/generated/events-and-usage.ts';
import { one } from '../../../api/queries.ts';
import { formatDay } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { reasonOf } from '../../../parts/events/event-reason.ts';
import { UncountedFix } from '../../../parts/events/uncounted-fix.tsx';
import { Worth } from '../../../parts/events/worth.tsx';
import { RecordLink } from '../../../parts/record-link.tsx';
import { isAllowed, useSession } from '../../../session/session.tsx';
import type { ShownEvent } from './event-detail.tsx';
import { groupLike, inputLike } from './uncounted-view.ts';

/** Whether an event is charged, or why not, in one sentence. */
export function EventVerdict({ event }: { event: ShownEvent }) {
  const t = useMessages('events');
  const say = useMessages('uncounted');
  const { status, statusDescription } = event.ingestionStatus;
  const { invoice } = event.eventPipelineInfo.billing ?? {};
  if (status === 'INGESTION_COMPLETED_EVENT_METERED')
    return (
      <p className="max-w-[72ch] text-body">
        {invoice ? t('verdict.billed') : t('verdict.counted')}{' '}
        {invoice && (
          <RecordLink area="invoices" id={invoice.id}>
            {invoice.sequenceId ?? t('verdict.draft')}
          </RecordLink>
        )}
      </p>
    );
  return (
    <p className="max-w-[72ch] text-body break-words">
      <span className="font-semibold">{t('verdict.notCounted')}</span>{' '}
      {reasonOf(
        {
          ...{ status, accountRef: event.eventPayload.accountId },
          ...(statusDescription !== undefined && { reason: statusDescription }),
        },
        say,
      )}
    </p>
  );
}

/** How many events were not counted for the same reason, what they are worth, and what to do. */
export function EventsAlike({ event }: { event: ShownEvent }) {
  const t = useMessages('events');
  const may = isAllowed(useSession(), explainUncountedEvents);
  const input = inputLike(event);
  const { data } = useQuery({ ...one(explainUncountedEvents, input), enabled: may });
  const group = data && groupLike(event, data.data);
  if (!group) return null;
  return (
    <section aria-label={t('whyNot')} className="flex flex-col gap-2">
      <p className="text-muted">
        {t.count('verdict.alike', group.events, { since: formatDay(group.firstAt) })}
      </p>
      <Worth group={group} input={input} />
      <UncountedFix group={group} input={input} />
    </section>
  );
}
