import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { explainUncountedEvents } from '../../../api/generated/events-and-usage.ts';
import { one } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { reasonOf } from '../../../parts/events/event-reason.ts';
import { isAllowed, useSession } from '../../../session/session.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { LineUsage } from './line-usage.ts';

/** Why nothing was counted: what arrived instead, and the most frequent reason. */
export function ExplainedZero({ usage }: { usage: LineUsage }) {
  const t = useMessages('invoices');
  const say = useMessages('uncounted');
  const may = isAllowed(useSession(), explainUncountedEvents);
  const { data } = useQuery({ ...one(explainUncountedEvents, usage.uncounted), enabled: may });
  if (!data) return null;
  const count = data.data.reduce((sum, { events }) => sum + events, 0);
  const [first] = data.data;
  return (
    <Notice
      kind="info"
      title={t('zeroUsage')}
      actions={
        first && (
          <Link
            to="."
            search={((before: object) => ({ ...before, tab: 'uncounted' })) as never}
            className={buttonClasses()}
          >
            {t('showNotCounted')}
          </Link>
        )
      }
    >
      <p>{first ? t.count('zeroSome', count, { reason: reasonOf(first, say) }) : t('zeroNone')}</p>
    </Notice>
  );
}
