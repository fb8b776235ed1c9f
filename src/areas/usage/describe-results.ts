import type { Sent } from '#platform/http/operation.ts';
import { MAX_DESCRIPTION } from './event-context.ts';
import { referenceOf } from './event-numbers.ts';
import type { readEvents } from './read-events.ts';
import { type RecordedAt, resultOf } from './recorded.ts';
import type { IngestBatchResponse } from './schema.ts';

export type BatchResult = NonNullable<Sent<IngestBatchResponse>['results']>[number];

/** The result of each event of a batch, including rejected ones, in request order. */
export function describeResults(
  { accepted, rejected }: Awaited<ReturnType<typeof readEvents>>,
  recordedAt: RecordedAt,
): BatchResult[] {
  const results: BatchResult[] = [];
  for (const { index, id } of rejected) results[index] = { index, id, status: 'REFUSED' };
  let index = 0;
  for (const [nth, { id }] of accepted.entries()) {
    while (results[index]) index++;
    const recorded = recordedAt(nth);
    const { seq, status: ingestionStatus, description } = recorded;
    const statusDescription = description && [...description].slice(0, MAX_DESCRIPTION).join('');
    const referenceId = referenceOf(seq);
    results[index] = {
      ...{ index, id: id || null, status: resultOf(recorded) },
      ...{ referenceId, ingestionStatus, statusDescription },
    };
  }
  return results;
}
