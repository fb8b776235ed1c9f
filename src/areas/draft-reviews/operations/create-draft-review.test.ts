import { beforeAll, describe, expect, it } from 'vitest';
import { computeReviews, openReviewed, review, reviewedDrafts } from '#test/draft-review-scenario.ts';
import { makeJob } from '#test/job-rows.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
beforeAll(async () => {
  client = await openReviewed(service, 'created');
});

const post = (body?: object) => client.post('/ext/v1/draft_reviews', body);
const accountsOf = async (selection: object) => {
  const { id } = await review(service, client, { selection });
  return (await reviewedDrafts(client, id)).map(({ accountId }) => accountId).join(' ');
};

describe('POST /ext/v1/draft_reviews', () => {
  it('201 with a review that is computed in the background', async () => {
    const { status, body } = await post({ selection: { accountId: 'usual' } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ id: expect.stringMatching(/^review\./), status: 'COMPUTING', version: 1 },
      ...{ selection: { accountId: 'usual' }, totalDrafts: 0, computedDrafts: 0, totals: [] },
      createdAt: '2030-03-03T00:00:00.000Z',
    });
    await computeReviews(service);
    expect(await client.must.get(`/ext/v1/draft_reviews/${body.id}`)).toMatchObject({
      // The draft of February, and that of March, which has only begun.
      ...{ status: 'READY', totalDrafts: 2, computedDrafts: 2, approvedDrafts: 0, heldDrafts: 0 },
      levels: { block: 0, warn: 0, info: 0, none: 2 },
      totals: [{ currency: 'USD', drafts: 2, amount: 20, previousAmount: 20, heldDrafts: 0, heldAmount: 0 }],
      ...{ computedAt: '2030-03-03T00:00:00.000Z', expiresAt: expect.any(String) },
    });
  });

  it.each([
    // the drafts of February are billed on 3 March, those of March on 3 April
    ['those that wait now', { isPending: true }, 'minus jumped stopped fresh usual'],
    ['a bill date', { billDateFrom: '2030-03-03', billDateUntil: '2030-03-04', accountId: 'usual' }, 'usual'],
    ['the day after', { billDateFrom: '2030-03-04', billDateUntil: '2030-04-03', accountId: 'usual' }, ''],
    ['a later bill date', { billDateFrom: '2030-04-01', accountId: 'usual' }, 'usual'],
    ['a customer', { customerId: 'customer-minus', isPending: true }, 'minus'],
    ['an unknown plan', { pricePlanId: 'pp.none' }, ''],
  ])('201 for %s', async (_, selection, expected) => {
    expect(await accountsOf(selection)).toBe(expected);
  });

  it('201 with the same review for readers of the same drafts', async () => {
    const selection = { accountId: 'jumped' };
    const [first, second] = await Promise.all([post({ selection }), post({ selection })]);
    expect(second.body.id).toBe(first.body.id);
    await computeReviews(service);
    expect((await post({ selection })).body.id).toBe(first.body.id);
    expect((await post({ selection: { ...selection, isPending: true } })).body.id).not.toBe(first.body.id);
    await computeReviews(service);
  });

  it('201 for a bill run: one review, which is computed again on request', async () => {
    const { jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true');
    const first = await review(service, client, { jobId });
    expect(first).toMatchObject({ jobId, version: 1, status: 'READY', totalDrafts: 5 });
    expect(first).not.toHaveProperty('expiresAt');
    const [again, beside] = await Promise.all([post({ jobId }), post({ jobId })]);
    expect([again.body, beside.body]).toEqual([
      expect.objectContaining({ id: first.id, version: 2, status: 'COMPUTING' }),
      expect.objectContaining({ id: first.id, version: 2, status: 'COMPUTING' }),
    ]);
    await computeReviews(service);
    await client.must.post(`/jobs/${jobId}/reject`);
    const { status, headers } = await post({ jobId });
    expect([status, headers['error-code']]).toEqual([400, 'BILL_RUN_NOT_WAITING']);
  });

  it.each([
    ['a run and a selection', { jobId: 'job.x', selection: {} }, /^selection: the drafts of a bill run/],
    ['a day that does not exist', { selection: { billDateFrom: '2030-02-30' } }, /billDateFrom/],
    ['an unknown member', { selection: { status: 'DRAFT' } }, /status/],
  ])('400 for %s', async (_, body, message) => {
    const reply = await post(body);
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('404 for an unknown bill run, and for a job of another type', async () => {
    expect((await post({ jobId: 'job.x' })).body.message).toBe('bill run job.x not found');
    const { id } = await makeJob(service, { organization: 'created' });
    expect((await post({ jobId: id })).status).toBe(404);
  });

  it('429 for an eleventh review that is to be computed at the same time', async () => {
    const replies = [];
    for (let i = 0; i < 11; i++) replies.push(await post({ selection: { accountId: `a${i}` } }));
    expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429]);
    expect(replies[10]?.headers['error-code']).toBe('TOO_MANY_REVIEWS');
    await computeReviews(service);
    expect((await post({ selection: { accountId: 'a10' } })).status).toBe(201);
    await computeReviews(service);
  });
});
