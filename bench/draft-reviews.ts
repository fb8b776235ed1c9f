import { setTimeout as sleep } from 'node:timers/promises';
import { connectOwner } from './bill-run/phases.ts';
import { posting, prepareAccounts, sendUsage } from './billed-accounts.ts';
import { median } from './load.ts';
import { benchServer, type RunningService } from './processes.ts';

const ACCOUNTS = (process.env.REVIEW_ACCOUNTS ?? '1000,10000').split(',').map(Number);
const ROUNDS = 3;
const PAGES = 20;

interface Review {
  id: string;
  status: string;
  totalDrafts: number;
  totals: { amount: number }[];
}

/**
 * A review of all drafts as they are now: 1,000 and 10,000 of them, each with five cards (three of usage in
 * tiers, two fees). Target: 10,000 drafts are computed in less than the minute for which they may be read,
 * and a page of the list takes as long among 10,000 as among 1,000.
 */
export async function benchDraftReviews(): Promise<void> {
  for (const accounts of ACCOUNTS) {
    const server = await benchServer();
    try {
      const service = await server.startService();
      const owner = await connectOwner(server);
      await service.moveClock('2031-01-01T00:00:00Z');
      await prepareAccounts(service, owner, accounts);
      await sendUsage(posting(service), accounts);
      await owner.query('vacuum analyze');
      await measure(service, accounts, () =>
        owner.query("update draft_reviews set begun_at = begun_at - interval '1 hour'"),
      );
      await owner.end();
    } finally {
      await server.stop();
    }
  }
}

async function measure(
  service: RunningService,
  accounts: number,
  age: () => Promise<unknown>,
): Promise<void> {
  const times: number[] = [];
  let review: Review | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    await age();
    const begun = performance.now();
    review = await ready(service, (await service.post('/ext/v1/draft_reviews', {}, '/sandbox')) as Review);
    times.push(performance.now() - begun);
    if (review.totalDrafts !== accounts) throw new Error(`the review has ${review.totalDrafts} drafts`);
  }
  const started = performance.now();
  for (let page = 0; page < accounts / 50; page++) await get(service, '/invoices');
  const listed = performance.now() - started;
  const path = `/ext/v1/draft_reviews/${review?.id}/drafts?pageSize=50`;
  const pages: number[] = [];
  for (let page = 0; page < PAGES; page++) {
    const begun = performance.now();
    await get(service, path);
    pages.push(performance.now() - begun);
  }
  const seconds = times.map((each) => (each / 1000).toFixed(1)).join(', ');
  console.log(`\ndraft reviews: ${accounts} drafts`);
  console.log(`  computed in                            ${seconds} s`);
  console.log(`  as many in pages of GET /invoices      ${(listed / 1000).toFixed(1)} s`);
  console.log(
    `  a page of 50, with the totals          ${median(pages.sort((a, b) => a - b)).toFixed(1)} ms`,
  );
}

async function ready(service: RunningService, { id }: Review): Promise<Review> {
  for (;;) {
    const review = (await get(service, `/ext/v1/draft_reviews/${id}`)) as Review;
    if (review.status === 'READY') return review;
    if (review.status === 'FAILED') throw new Error(JSON.stringify(review));
    await sleep(50);
  }
}

async function get(service: RunningService, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${service.sandboxKey}` };
  const response = await fetch(`${service.url}/sandbox${path}`, { headers });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response.json();
}
