import { beforeAll, describe, expect, it } from 'vitest';
import { draftLine, openReviewed, review, reviewedDrafts } from '#test/draft-review-scenario.ts';
import { orgOf } from '#test/invoice-rows.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let made: Reply['body'];
beforeAll(async () => {
  client = await openReviewed(service, 'listed');
  made = await review(service, client, { selection: { isPending: true } });
});

const list = (query = '') => client.get(`/ext/v1/draft_reviews/${made.id}/drafts?${query}`);
const accounts = async (query: string) =>
  (await list(query)).body.data.map(({ accountId }: Reply['body']) => accountId).join(' ');

/** Makes a review look as if it had been begun so many seconds earlier. */
const age = (id: string, seconds: number) =>
  service.app.database.transaction({ orgId: org.orgId, access: 'write' }, (tx) =>
    tx
      .updateTable('draftReviews')
      .set({ begunAt: Temporal.Now.instant().subtract({ seconds }) })
      .where('orgId', '=', org.orgId)
      .where('id', '=', id)
      .execute(),
  );
let org: Awaited<ReturnType<typeof orgOf>>;
beforeAll(async () => {
  org = await orgOf(service, 'sandbox', 'listed');
});

describe('GET /ext/v1/draft_reviews/{review_id}/drafts', () => {
  it('200 with the gravest level first, then the largest change', async () => {
    const { status, body, text } = await list();
    expect(status).toBe(200);
    expect(body.data.map(draftLine)).toEqual([
      'minus -5 BLOCK -15 -150', //   −5 after 10
      'jumped 210 WARN 200 2000', //  210 after 10
      'stopped 10 WARN -60 -85.71428571428571', // 10 after 70: −60 / 70
      'fresh 10 INFO - -', //         no previous cycle
      'usual 10 NONE 0 0',
    ]);
    expect(body.nextToken).toBeNull();
    // More digits than a double has.
    expect(text).toContain('"deltaPercent":-85.714285714285714286,');
  });

  it('200 with what each row stands on', async () => {
    const { body } = await list('account_id=jumped');
    expect(body.data[0]).toMatchObject({
      ...{ accountName: 'Account jumped', customerId: 'customer-jumped', customerName: 'Customer jumped' },
      ...{ pricePlanName: 'plan', currency: 'USD', invoiceType: 'STANDARD', comments: 0 },
      ...{ billDate: '2030-03-03T00:00:00.000Z', startDate: '2030-02-01T00:00:00.000Z' },
      ...{ endDate: '2030-03-01T00:00:00.000Z', computedAt: '2030-03-03T00:00:00.000Z' },
      ...{ previousAmount: 10, previousInvoiceId: expect.stringMatching(/^inv\./) },
      findings: [
        {
          ...{ rule: 'AMOUNT_UNUSUAL', level: 'WARN', key: expect.stringMatching(/^[0-9a-f]{64}$/) },
          figures: { amount: '210', median: '10', difference: '200' },
          message: 'the total 210 is far from 10, the median of the last cycles',
        },
      ],
    });
    expect(body.data[0]).not.toHaveProperty('entry');
    expect(body.data[0]).not.toHaveProperty('decision');
  });

  it('200 with totals of all drafts that match, whatever the page', async () => {
    // −5 + 210 + 10 + 10 + 10, after 10 + 10 + 70 + 10
    const all = {
      currency: 'USD',
      drafts: 5,
      amount: 235,
      previousAmount: 100,
      heldDrafts: 0,
      heldAmount: 0,
    };
    expect((await list()).body.totals).toEqual([all]);
    expect((await list('pageSize=1')).body.totals).toEqual([all]);
    expect((await list('level=WARN')).body.totals).toEqual([
      { ...all, drafts: 2, amount: 220, previousAmount: 80 },
    ]);
    expect((await list('account_id=nobody')).body.totals).toEqual([]);
  });

  it.each([
    ['level=BLOCK', 'minus'],
    ['level=WARN,BLOCK', 'minus jumped stopped'],
    ['level=NONE', 'usual'],
    ['customer_id=customer-usual', 'usual'],
    ['account_id=usual,fresh', 'fresh usual'],
    ['currency=USD', 'minus jumped stopped fresh usual'],
    ['currency=EUR', ''],
    ['bill_date=2030-03-03', 'minus jumped stopped fresh usual'],
    ['bill_date=gt:2030-03-03', ''],
    ['bill_date=lte:2030-03-03&level=INFO', 'fresh'],
    ['price_plan_id=pp.none', ''],
    ['decision=NONE', 'minus jumped stopped fresh usual'],
    ['decision=HELD', ''],
    ['_search=customer_name:stop', 'stopped'],
    ['_search=JUMP', 'jumped'],
    ['_sort=amount:DESC,invoice_id:ASC&level=WARN', 'jumped stopped'],
    ['_sort=amount:ASC&level=WARN,BLOCK', 'minus stopped jumped'],
    ['_sort=customer:DESC', 'usual stopped minus jumped fresh'],
  ])('200 for ?%s: %s', async (query, expected) => {
    expect(await accounts(query)).toBe(expected);
  });

  it('200 page by page, in the same order', async () => {
    const whole = (await list()).body.data.map(draftLine);
    const seen: string[] = [];
    for (let query: string | null = 'pageSize=1'; query; ) {
      const { body }: Reply = await list(query);
      seen.push(...body.data.map(draftLine));
      query = body.nextToken && `nextToken=${body.nextToken}`;
    }
    expect(seen).toEqual(whole);
  });

  it.each([
    ['level=HIGH', /^level: must be one of BLOCK, WARN, INFO, NONE/],
    ['pageSize=101', /^pageSize: must be a whole number from 1 to 100/],
    ['_sort=risk', /^_sort: /],
    ['state=DRAFT', /^unknown query parameter state/],
  ])('400 for ?%s', async (query, message) => {
    const { status, body } = await list(query);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('400 from a minute on, because no row may be older', async () => {
    const other = await review(service, client, { selection: { accountId: 'usual' } });
    const read = () => client.get(`/ext/v1/draft_reviews/${other.id}/drafts`);
    await age(other.id, 55);
    expect((await read()).status).toBe(200);
    await age(other.id, 61);
    const { status, headers, body } = await read();
    expect([status, headers['error-code']]).toEqual([400, 'REVIEW_EXPIRED']);
    expect(body.message).toContain('create another one');
    // Its sums can still be read.
    expect((await client.get(`/ext/v1/draft_reviews/${other.id}`)).status).toBe(200);
  });

  it('200 at any age for a bill run, with the entry of each draft', async () => {
    const { jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true');
    const { id } = await review(service, client, { jobId });
    await age(id, 100_000);
    const drafts = await reviewedDrafts(client, id, 'entry_status=PENDING');
    expect(drafts.map(({ entry }) => entry)).toEqual(
      Array(5).fill({ status: 'PENDING', invoiceStatus: 'DRAFT' }),
    );
    await client.must.post(`/jobs/${jobId}/reject`);
  });

  it('400 while it is being computed', async () => {
    const { id } = await client.must.post('/ext/v1/draft_reviews', { selection: { accountId: 'minus' } });
    const { status, headers } = await client.get(`/ext/v1/draft_reviews/${id}/drafts`);
    expect([status, headers['error-code']]).toEqual([400, 'REVIEW_NOT_READY']);
  });

  it('404 for an unknown review', async () => {
    const { status, body } = await client.get('/ext/v1/draft_reviews/review.x/drafts');
    expect([status, body.message]).toEqual([404, 'draft review review.x not found']);
  });
});
