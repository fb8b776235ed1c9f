import { useState } from 'react';
import { createInvoiceComment, decideReviewedDrafts } from '../../../api/generated/draft-reviews.ts';
import type { ReviewedDraft } from '../../../api/generated/types.ts';
import { useWrite } from '../../../api/writes.ts';
import { needsReason } from './bill-run-view.ts';

type Drafts = readonly ReviewedDraft[];

/** What waits for a sentence: a decision about drafts, or a comment on one. */
export interface Question {
  what: 'approve' | 'hold' | 'comment';
  drafts: Drafts;
  onDone?: (() => void) | undefined;
}

export interface DraftActions {
  /** At once where no reason is needed. */
  approve(drafts: Drafts, onDone?: () => void): void;
  hold(drafts: Drafts, onDone?: () => void): void;
  undo(drafts: Drafts): void;
  comment(draft: ReviewedDraft): void;
  question: Question | null;
  answer(text: string): void;
  close(): void;
  isPending: boolean;
  error: unknown;
}

/** Decisions about the drafts of a review, and comments on them. */
export function useDraftActions(reviewId: string): DraftActions {
  const decide = useWrite(decideReviewedDrafts);
  const comment = useWrite(createInvoiceComment);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  const open = (next: Question) => {
    decide.reset();
    comment.reset();
    setQuestion(next);
  };
  const send = (
    decision: 'APPROVED' | 'HELD' | 'NONE',
    { drafts, onDone }: Pick<Question, 'drafts' | 'onDone'>,
    reason?: string,
  ) => {
    const invoiceIds = drafts.map(({ invoiceId }) => invoiceId);
    const body = { invoiceIds, decision, ...(reason && { reason }) };
    const onSuccess = () => {
      close();
      onDone?.();
    };
    decide.mutate({ review_id: reviewId, body }, { onSuccess });
  };
  const answer = (text: string) => {
    if (!question) return;
    const [draft] = question.drafts;
    if (question.what !== 'comment') send(question.what === 'hold' ? 'HELD' : 'APPROVED', question, text);
    else if (draft)
      comment.mutate({ invoice_id: draft.invoiceId, body: { comment: text } }, { onSuccess: close });
  };
  return {
    approve: (drafts, onDone) =>
      needsReason(drafts) ? open({ what: 'approve', drafts, onDone }) : send('APPROVED', { drafts, onDone }),
    hold: (drafts, onDone) => open({ what: 'hold', drafts, onDone }),
    undo: (drafts) => send('NONE', { drafts }),
    comment: (draft) => open({ what: 'comment', drafts: [draft] }),
    ...{ question, answer, close },
    isPending: decide.isPending || comment.isPending,
    error: question?.what === 'comment' ? comment.error : decide.error,
  };
}
