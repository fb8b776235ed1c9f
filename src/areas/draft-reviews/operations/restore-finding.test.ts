import { expect, it } from 'vitest';
import { openReviewed, reviewedDrafts, reviewedRun } from '#test/draft-review-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 opens the finding again, once; then 404', async () => {
  const client = await openReviewed(service, 'restored');
  const { review } = await reviewedRun(service, client);
  const read = async () => (await reviewedDrafts(client, review.id, 'account_id=minus'))[0];
  const { invoiceId, findings } = await read();
  const path = `/ext/v1/invoices/${invoiceId}/findings/${findings[0].key}/dismissal`;
  await client.must.put(path, { comment: 'agreed' });
  expect((await read()).level).toBe('NONE');
  expect((await client.delete(path)).status).toBe(200);
  expect(await read()).toMatchObject({ level: 'BLOCK', findings: [{ rule: 'NEGATIVE_TOTAL' }] });
  expect((await client.must.get(`/ext/v1/draft_reviews/${review.id}`)).version).toBe(3);
  const { data } = await client.must.get('/ext/v1/audit_log?entity_type=FINDING_DISMISSAL&pageSize=1');
  expect(data[0]).toMatchObject({ action: 'DELETED', before: { comment: 'agreed' } });
  const { status, headers } = await client.delete(path);
  expect([status, headers['error-code']]).toEqual([404, 'DISMISSAL_NOT_FOUND']);
});
