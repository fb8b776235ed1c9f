import { expect, it } from 'vitest';
import type { EventWithStatus } from '../../../api/generated/types.ts';
import { countedOf, countStatuses } from './live-view.ts';

const events = ['FAILED', 'COMPLETED_EVENT_METERED', 'FAILED', 'FAILED_DUPLICATE_EVENT'].map(
  (status) => ({ ingestionStatus: { status: `INGESTION_${status}` } }) as EventWithStatus,
);

it('the most frequent status is first, then what counts, then what fails', () => {
  expect(countStatuses(events)).toEqual([
    { status: 'INGESTION_FAILED', count: 2 },
    { status: 'INGESTION_COMPLETED_EVENT_METERED', count: 1 },
    { status: 'INGESTION_FAILED_DUPLICATE_EVENT', count: 1 },
  ]);
  expect([countedOf(events), countedOf([])]).toEqual([1, 0]);
});
