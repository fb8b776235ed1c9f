import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listReviewedDrafts } from '../../../api/generated/draft-reviews.ts';
import type { DraftReview, ReviewedDraft } from '../../../api/generated/types.ts';
import { useMessages } from '../../../messages/catalogs.ts';
import { List } from '../../../parts/list-page.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { recordPath } from '../../../parts/use-record-link.ts';
import { place } from '../../../session/environment.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { given } from './bill-run-view.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { DraftBulk } from './draft-bulk.tsx';
import { reviewColumns } from './draft-columns.tsx';
import { DraftDrawer } from './draft-drawer.tsx';
import { DraftFilters } from './draft-filters.tsx';
import { KeyHints } from './key-hints.tsx';
import { useDraftActions } from './use-draft-actions.ts';

export interface DraftSearch {
  level?: string;
  decision?: string;
  _search?: string;
  _sort?: string;
  /** The draft that somebody left to see why it is that much. */
  at?: string;
}

interface ReviewedDraftsProps {
  review: DraftReview;
  search: DraftSearch;
  onSearch(next: DraftSearch): void;
  canDecide: boolean;
}

const PAGE = 100;
const GRAVEST_FIRST = 'severity:DESC';
const urlOf = ({ invoiceId }: ReviewedDraft) => place.console + recordPath('invoices', invoiceId);
const idOf = ({ invoiceId }: ReviewedDraft) => invoiceId;

/** The drafts of a review, the gravest first; each can be decided about without opening it. */
export function ReviewedDrafts({ review, search, onSearch, canDecide }: ReviewedDraftsProps) {
  const t = useMessages('billRuns');
  const navigate = useNavigate();
  const actions = useDraftActions(review.id);
  const [opened, setOpened] = useState<ReviewedDraft | null>(null);
  const sort = search._sort ?? GRAVEST_FIRST;
  const { level, decision, _search, _sort } = search;
  const keys = {
    e: async ({ invoiceId }: ReviewedDraft) => {
      // The way back leads to the same row.
      await navigate({ to: '.', search: (before: object) => ({ ...before, at: invoiceId }), replace: true });
      await navigate({ to: '/invoices/$invoiceId/explain', params: { invoiceId } });
    },
    c: actions.comment,
    ...(canDecide && {
      a: (draft: ReviewedDraft) => actions.approve([draft]),
      h: (draft: ReviewedDraft) => actions.hold([draft]),
    }),
  };
  return (
    <>
      {Boolean(actions.error) && !actions.question && <ProblemNotice error={actions.error} />}
      <KeyHints canDecide={canDecide} />
      <List
        name={t('drafts')}
        operation={listReviewedDrafts}
        input={{ review_id: review.id, pageSize: PAGE, ...given({ level, decision, _search, _sort }) }}
        columns={reviewColumns}
        idOf={idOf}
        link={{ urlOf, open: setOpened }}
        say={t as (key: string) => string}
        sort={{ by: sort, onSort: (by) => onSearch({ _sort: by }) }}
        keys={keys}
        startAt={search.at}
        groupOf={sort === GRAVEST_FIRST ? (draft) => t(`group.${draft.level}`) : undefined}
        filters={<DraftFilters {...{ review, search, onSearch, canDecide }} />}
        {...(canDecide && {
          bulk: (drafts: readonly ReviewedDraft[], done: (failed: []) => void) => (
            <DraftBulk drafts={drafts} actions={actions} onDone={() => done([])} />
          ),
        })}
        empty={<EmptyState text={t('noDrafts')} />}
      />
      {opened && (
        <DraftDrawer {...{ review, actions, canDecide }} draft={opened} onClose={() => setOpened(null)} />
      )}
      {actions.question && <DecisionDialog actions={actions} question={actions.question} />}
    </>
  );
}
