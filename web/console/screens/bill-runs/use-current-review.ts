import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createDraftReview, getDraftReview } from '../../../api/generated/draft-reviews.ts';
import type { DraftReview, DraftSelection } from '../../../api/generated/types.ts';
import { computation, one } from '../../../api/queries.ts';
import { useHasPassed } from '../../../ui/use-has-passed.ts';

/** A review that the service shares with others may be ten seconds old; it shows it for sixty. */
const FRESH_MS = 50_000;
const NEXT_MS = 30_000;
const POLL_MS = 1000;

/** A review of drafts as they are now, replaced by the next one before it is a minute old. */
export interface CurrentReview {
  /** The rows to show; undefined before the first, and once they are too old. */
  shown: DraftReview | undefined;
  /** The one that is being computed. */
  next: DraftReview | undefined;
  isStale: boolean;
  error: unknown;
  compute(): void;
}

interface Shown {
  review: DraftReview;
  selection: string;
  /** When this browser requested it. */
  requestedAt: number;
}

/** Begins a review, and the next one while the page is visible. */
export function useCurrentReview(selection: DraftSelection): CurrentReview {
  const begun = useQuery({
    ...computation(createDraftReview, { body: { selection } }),
    refetchInterval: NEXT_MS,
    gcTime: 0,
  });
  const id = begun.data?.begun.id ?? '';
  const polled = useQuery({
    ...one(getDraftReview, { review_id: id }),
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data?.status === 'COMPUTING' ? POLL_MS : false),
  });
  const [kept, setKept] = useState<Shown | null>(null);
  const review = polled.data ?? begun.data?.begun;
  const key = JSON.stringify(selection);
  // Kept while the next one is being computed.
  if (begun.data && review?.status === 'READY' && kept?.review.id !== review.id)
    setKept({ review, selection: key, requestedAt: begun.data.requestedAt });
  const isOfSelection = kept?.selection === key;
  const isStale = useHasPassed(kept === null ? null : kept.requestedAt + FRESH_MS);
  return {
    shown: kept && isOfSelection && !isStale ? kept.review : undefined,
    next: review,
    isStale: kept !== null && isOfSelection && isStale,
    error: begun.error ?? polled.error,
    compute: () => void begun.refetch(),
  };
}
