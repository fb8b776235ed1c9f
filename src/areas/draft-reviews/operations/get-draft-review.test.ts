import { expect, it } from 'vitest';
import { openReviewed, review } from '#test/draft-review-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 with the sums over its drafts, by level and currency', async () => {
  const client = await openReviewed(service, 'read');
  const { id } = await review(service, client, { selection: { isPending: true } });
  const { status, body } = await client.get(`/ext/v1/draft_reviews/${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ id, status: 'READY', totalDrafts: 5, computedDrafts: 5, selection: { isPending: true } },
    levels: { block: 1, warn: 2, info: 1, none: 1 },
    // −5 + 210 + 10 + 10 + 10, after 10 + 10 + 70 + 10
    totals: [{ currency: 'USD', drafts: 5, amount: 235, previousAmount: 100, heldDrafts: 0, heldAmount: 0 }],
  });
});

it('404 for an unknown review', async () => {
  const { status, body } = await service.sandbox.get('/ext/v1/draft_reviews/review.x');
  expect([status, body.message]).toEqual([404, 'draft review review.x not found']);
});
