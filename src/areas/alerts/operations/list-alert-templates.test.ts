import { describe, expect, it } from 'vitest';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const ids = ({ data }: Reply['body']) => data.map(({ id }: { id: string }) => id);
const ALL = [
  ...['CREDIT_BALANCE', 'ENTITLEMENT_BALANCE', 'INVOICE_DUE', 'INVOICE_OVERDUE'],
  ...['NEW_DIMENSION_VALUES', 'REVENUE_THRESHOLD'],
  ...['UNMATCHED_EVENTS', 'UNPROCESSED_EVENTS', 'USAGE_THRESHOLD', 'WALLET_BALANCE'],
];

describe('GET /alert_templates', () => {
  it('200 and every kind of alert', async () => {
    const { status, body } = await service.production.get('/alert_templates');
    expect([status, ids(body), body.nextToken]).toEqual([200, ALL, null]);
    expect(body.data[0]).toEqual(await service.production.must.get(`/alert_templates/${ALL[0]}`));
  });

  it.each([
    ['_sort=id:ASC', ALL],
    ['_sort=id:DESC', ALL.toReversed()],
  ])('200 page by page with ?%s', async (query, expected) => {
    const walked: string[] = [];
    for (let next = `/alert_templates?pageSize=3&${query}`; next; ) {
      const page = await service.production.must.get(next);
      expect(page.data.length).toBeLessThanOrEqual(3);
      walked.push(...ids(page));
      next = page.nextToken && `/alert_templates?nextToken=${page.nextToken}`;
    }
    expect(walked).toEqual(expected);
  });

  it('400 for a page that is too large', async () => {
    expect((await service.production.get('/alert_templates?pageSize=101')).status).toBe(400);
  });
});
