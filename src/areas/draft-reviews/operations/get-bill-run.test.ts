import { expect, it } from 'vitest';
import { openReviewed, reviewedDrafts, reviewedRun } from '#test/draft-review-scenario.ts';
import { makeJob } from '#test/job-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 with the review, and later with what was issued, held and left', async () => {
  const client = await openReviewed(service, 'shown');
  const { jobId, review } = await reviewedRun(service, client);
  const read = () => client.must.get(`/ext/v1/bill_runs/${jobId}`);
  expect(await read()).toMatchObject({
    ...{ id: jobId, status: 'WAITING_FOR_CONFIRMATION', totalEntries: 5, pendingEntries: 5, issued: [] },
    review: { id: review.id, levels: { block: 1, warn: 2, info: 1, none: 1 } },
  });
  const drafts = await reviewedDrafts(client, review.id, 'level=BLOCK,WARN');
  const invoiceIds = drafts.map(({ invoiceId }) => invoiceId);
  const decisions = `/ext/v1/draft_reviews/${review.id}/decisions`;
  await client.must.post(decisions, { invoiceIds, decision: 'HELD', reason: 'next week' });
  await client.must.post(`/jobs/${jobId}/confirm`);
  await client.settle();
  const run = await read();
  expect(run).toMatchObject({
    ...{ status: 'COMPLETED', totalEntries: 5, pendingEntries: 0, completedEntries: 2, heldEntries: 3 },
    ...{ failedEntries: 0, waitingForHooks: 0, settledAt: '2030-03-03T00:00:00.000Z' },
    issued: [{ currency: 'USD', invoices: 2, amount: 20 }],
    requestedBy: expect.stringMatching(/^key\./),
    confirmedBy: expect.stringMatching(/^key\./),
  });
  // The review still says what was confirmed, and the drafts that were held wait for the next run.
  expect(run.review.totals).toMatchObject([{ drafts: 2, amount: 20, heldDrafts: 3, heldAmount: 215 }]);
  expect((await client.must.get('/ext/v1/bill_runs')).outlook.pendingDrafts).toBe(3);
});

it('404 for an unknown bill run, and for a job of another type', async () => {
  const { id } = await makeJob(service, {});
  for (const each of ['job.x', id]) {
    const { status, body } = await service.sandbox.get(`/ext/v1/bill_runs/${each}`);
    expect([status, body.message]).toEqual([404, `bill run ${each} not found`]);
  }
});
