import { expect, test } from 'vitest';
import { entriesOf, openWaiting } from '#test/bill-run-scenario.ts';
import { listInvoices } from '#test/billing-scenario.ts';
import { reviewedDrafts, reviewedRun } from '#test/draft-review-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('a run without changes issues each draft with its reviewed amount', async () => {
  const client = await openWaiting(service, 'unchanged', ['one', 'two', 'three']);
  await client.setClock('2030-02-03T00:00:00Z');
  const { jobId, review } = await reviewedRun(service, client);
  const drafts = await reviewedDrafts(client, review.id);
  console.log(JSON.stringify(review, null, 1), JSON.stringify(drafts[0], null, 1));
  await client.must.post(`/jobs/${jobId}/confirm`, { reviewVersion: review.version });
  await client.settle();
  expect(await entriesOf(client, jobId)).toEqual(['one COMPLETED', 'three COMPLETED', 'two COMPLETED']);
  console.log(JSON.stringify(await client.must.get(`/ext/v1/bill_runs/${jobId}`), null, 1));
  expect((await listInvoices(client, 'one'))[0]).toMatchObject({ totalAmount: 10 });
});
