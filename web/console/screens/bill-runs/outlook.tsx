import { useInfiniteQuery } from '@tanstack/react-query';
import { listBillRuns } from '../../../api/generated/draft-reviews.ts';
import type { InputOf } from '../../../api/operation.ts';
import { pages } from '../../../api/queries.ts';
import { formatDay } from '../../../format/time.ts';
import { useMessages } from '../../../messages/catalogs.ts';

/** Which drafts wait for a bill run, and when the next ones will; read with the list below it. */
export function Outlook({ input }: { input: InputOf<typeof listBillRuns> }) {
  const t = useMessages('billRuns');
  const { data } = useInfiniteQuery({ ...pages(listBillRuns, input), placeholderData: (before) => before });
  const outlook = data?.pages[0]?.outlook;
  if (!outlook) return <p className="h-5" />;
  const { pendingDrafts, nextBillDate, nextDrafts } = outlook;
  return (
    <p>
      <span className="font-medium">{t.count('waiting', pendingDrafts)}</span>{' '}
      <span className="text-muted">
        {nextBillDate ? t.count('next', nextDrafts, { day: formatDay(nextBillDate) }) : t('noNext')}
      </span>
    </p>
  );
}
