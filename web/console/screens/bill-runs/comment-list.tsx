import { useQuery } from '@tanstack/react-query';
import { createInvoiceComment, listInvoiceComments } from '../../../api/generated/draft-reviews.ts';
import type { ReviewedDraft } from '../../../api/generated/types.ts';
import { all } from '../../../api/queries.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { Allowed } from '../../../parts/allowed.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ByLine } from './by-line.tsx';

/** What people wrote about an invoice, the newest first; customers never see it. */
export function CommentList({ draft, onComment }: { draft: ReviewedDraft; onComment(): void }) {
  const t = useMessages('billRuns');
  const query = useQuery(all(listInvoiceComments, { invoice_id: draft.invoiceId }));
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton lines={2} />;
  const { rows } = query.data;
  return (
    <>
      {rows.length === 0 && <p className="text-muted">{t('noComments')}</p>}
      <ul className="flex flex-col gap-3">
        {rows.map(({ id, comment, authorName, createdAt }) => (
          <li key={id} className="max-w-[72ch]">
            <p className="break-words whitespace-pre-wrap">
              <bdi>{comment}</bdi>
            </p>
            <ByLine byName={authorName} at={createdAt} />
          </li>
        ))}
      </ul>
      <Allowed operation={createInvoiceComment}>
        <span>
          <Button onClick={onComment}>{t('comment')}</Button>
        </span>
      </Allowed>
    </>
  );
}
