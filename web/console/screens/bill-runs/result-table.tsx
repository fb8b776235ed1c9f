import { getRouteApi } from '@tanstack/react-router';
import { listReviewedDrafts } from '../../../api/generated/draft-reviews.ts';
import type { DraftReview, ReviewedDraft } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { useFilters } from '../../../parts/use-filters.ts';
import { recordPath, useRecordLink } from '../../../parts/use-record-link.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ChoiceFilter, SearchField } from '../../../ui/filters.tsx';
import { given, resultLook } from './bill-run-view.ts';
import { resultColumns } from './draft-columns.tsx';

const route = getRouteApi('/bill-runs/$jobId');

/** Every draft of the review, with its number or the reason why it has none; a row opens the invoice. */
export function ResultTable({ review, isOver }: { review: DraftReview; isOver: boolean }) {
  const t = useMessages('billRuns');
  const [search, change] = useFilters(route);
  const link = useRecordLink(pathOf);
  const { entry_status, _search, _sort } = search;
  return (
    <List
      name={t('result')}
      // Another key when all have an end: what was read before is outdated.
      key={String(isOver)}
      operation={listReviewedDrafts}
      input={{ review_id: review.id, pageSize: 100, ...given({ entry_status, _search, _sort }) }}
      columns={resultColumns}
      idOf={({ invoiceId }) => invoiceId}
      link={link}
      say={t as (key: string) => string}
      filters={
        <>
          <SearchField value={_search ?? ''} onChange={(next) => change({ _search: next })} />
          <ChoiceFilter
            label={t('result')}
            value={entry_status ?? ''}
            onChange={(next) => change({ entry_status: next })}
            options={resultLook.options(t)}
          />
        </>
      }
      empty={<EmptyState text={t('noDrafts')} />}
    />
  );
}

function pathOf({ invoiceId }: ReviewedDraft): string {
  return recordPath('invoices', invoiceId);
}
