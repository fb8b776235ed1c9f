import { sql } from 'kysely';
import { startComputingReviews } from '#areas/draft-reviews/compute-reviews.ts';
import type { Org } from '#platform/http/operation.ts';
import { openWaiting } from './bill-run-scenario.ts';
import { editTimeline, openAccount, use } from './billing-scenario.ts';
import type { Client, Reply, Service } from './running-app.ts';

/** Helpers for tests of draft reviews. */

/** Computes every due review of all organizations, as the worker would. Throws the first error it logs. */
export async function computeReviews({ app }: Pick<Service, 'app'>): Promise<void> {
  const { database, deployment } = app;
  const errors: unknown[] = [];
  const note = ({ err }: { err: unknown }) => errors.push(err);
  const logger = { error: note, warn: note } as never;
  const worker = startComputingReviews({ database, deployment, logger });
  const orgs = await database.transaction({ orgId: null, access: 'read', isDirectory: true }, async (tx) => {
    const { rows } = await sql<Org>`select org_id, id, environment from organizations`.execute(tx);
    return rows;
  });
  for (const org of orgs) worker.wake(org);
  await worker.idle();
  await worker.stop();
  if (errors.length > 0) throw errors[0];
}

/** A review that is READY, of drafts as they are now or of a bill run. */
export async function review(
  service: Pick<Service, 'app'>,
  client: Client,
  body: { jobId?: string; selection?: object } = {},
): Promise<Reply['body']> {
  const { id } = await client.must.post('/ext/v1/draft_reviews', body);
  await computeReviews(service);
  const made = await client.must.get(`/ext/v1/draft_reviews/${id}`);
  if (made.status !== 'READY') throw new Error(`the review is ${made.status}: ${made.failureReason}`);
  return made;
}

/** All its drafts, page by page. */
export async function reviewedDrafts(client: Client, id: string, query = ''): Promise<Reply['body'][]> {
  const drafts: Reply['body'][] = [];
  for (let next: string | null = `pageSize=100&${query}`; next !== null; ) {
    const page: Reply['body'] = await client.must.get(`/ext/v1/draft_reviews/${id}/drafts?${next}`);
    drafts.push(...page.data);
    next = page.nextToken && `nextToken=${page.nextToken}`;
  }
  return drafts;
}

/** A bill run that waits for its confirmation, with a review that is READY. */
export async function reviewedRun(
  service: Pick<Service, 'app'>,
  client: Client,
  body?: object,
): Promise<{ jobId: string; review: Reply['body'] }> {
  const { jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true', body);
  return { jobId, review: await review(service, client, { jobId }) };
}

/** Sets rules and thresholds of an organization. */
export async function setChecks(client: Client, organization: string, checks: object): Promise<void> {
  await client.must.post('/settings', {
    ...{ namespace: 'PLATFORM', id: 'INVOICE_CHECKS', name: 'Checks', dataType: 'JSON' },
    ...{ value: JSON.stringify(checks), entityType: 'ORGANIZATION', entityId: organization },
  });
}

/** Charges beside the plan, on the draft of an account that comes due first. */
export async function chargeDraft(
  client: Client,
  account: string,
  items: { name: string; value: string }[],
): Promise<string> {
  const { data } = await client.must.get(`/invoices?owner_id=${account}&status=DRAFT`);
  const { id } = data.at(-1);
  await client.must.put(`/invoices/${id}/miscellaneous_charges`, { items });
  return id;
}

/**
 * Drafts of February 2030 that wait for a bill run on 3 March, in USD. Each account pays 10 a month and 2 for
 * each unit:
 *
 *     account  January  February  findings
 *     minus         10        -5  NEGATIVE_TOTAL: a discount of 15
 *     jumped        10       210  AMOUNT_UNUSUAL: 100 units
 *     stopped       70        10  AMOUNT_UNUSUAL and LINE_WENT_TO_ZERO: 30 units before, now none
 *     fresh          -        10  FIRST_INVOICE_OF_PLAN_VERSION: since 1 February
 *     usual         10        10  none
 */
export async function openReviewed(service: Service, id: string): Promise<Client> {
  const client = await openWaiting(service, id, ['minus', 'jumped', 'stopped', 'usual']);
  await setChecks(client, id, { TAX_ID_MISSING: { level: 'OFF' } });
  await use(client, { meter: 'calls', account: 'stopped', at: '2030-01-01T00:00:00Z', amount: '30' });
  await client.setClock('2030-02-03T00:00:00Z');
  await client.must.post('/invoices/bill_runs');
  await client.settle();
  const { data: plans } = await client.must.get('/v2/price_plans');
  await openAccount(client, 'fresh');
  await editTimeline(client, 'fresh', [{ planId: plans[0].id, from: '2030-02-01' }]);
  await use(client, { meter: 'calls', account: 'jumped', at: '2030-02-03T00:00:00Z', amount: '100' });
  await chargeDraft(client, 'minus', [{ name: 'Discount', value: '-15' }]);
  await client.setClock('2030-03-03T00:00:00Z');
  return client;
}

/** `jumped 210 WARN 200 2000`: account, amount, level, change and percent of a reviewed draft. */
export function draftLine(draft: Reply['body']): string {
  const { accountId, amount, level, delta, deltaPercent } = draft;
  return [accountId, amount, level, delta ?? '-', deltaPercent ?? '-'].join(' ');
}
