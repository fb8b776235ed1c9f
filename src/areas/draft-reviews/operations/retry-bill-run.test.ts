import { beforeAll, expect, it } from 'vitest';
import { entriesOf } from '#test/bill-run-scenario.ts';
import { chargeDraft, computeReviews, openReviewed } from '#test/draft-review-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let jobId: string;
beforeAll(async () => {
  client = await openReviewed(service, 'retried');
  for (const account of ['usual', 'fresh'])
    await chargeDraft(client, account, [{ name: 'Broken', value: '{"/":[1,0]}' }]);
  ({ jobId } = await client.must.post('/invoices/bill_runs'));
  await client.settle();
});

const retry = (id = jobId) => client.post(`/ext/v1/bill_runs/${id}/retry`);

it('201 with a run of the failed entries, which is reviewed and waits for its confirmation', async () => {
  expect(await client.must.get(`/ext/v1/bill_runs/${jobId}`)).toMatchObject({ failedEntries: 2 });
  await chargeDraft(client, 'usual', []);
  const { status, body } = await retry();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...{ status: 'WAITING_FOR_CONFIRMATION', totalEntries: 2, retryOf: jobId },
    review: { status: 'COMPUTING', jobId: body.id },
  });
  const other = await retry();
  expect([other.status, other.headers['error-code']]).toEqual([409, 'JOB_ALREADY_ACTIVE']);
  await computeReviews(service);
  // The other draft is still broken.
  const { status: refused, headers } = await client.post(`/jobs/${body.id}/confirm`);
  expect([refused, headers['error-code']]).toEqual([400, 'REVIEW_BLOCKS']);
  await chargeDraft(client, 'fresh', []);
  await client.must.post('/ext/v1/draft_reviews', { jobId: body.id });
  await computeReviews(service);
  await client.must.post(`/jobs/${body.id}/confirm`);
  await client.settle();
  expect(await entriesOf(client, body.id)).toEqual(['fresh COMPLETED', 'usual COMPLETED']);
});

it('400 when nothing is left to do', async () => {
  const { status, headers } = await retry();
  expect([status, headers['error-code']]).toEqual([400, 'NOTHING_TO_RETRY']);
});

it('404 for an unknown bill run', async () => {
  expect((await retry('job.x')).status).toBe(404);
});
