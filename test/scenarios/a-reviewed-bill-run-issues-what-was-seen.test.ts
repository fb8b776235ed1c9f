import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entriesOf, openWaiting, setAutoAdvance } from '#test/bill-run-scenario.ts';
import { addCards, listInvoices, sellFee, use } from '#test/billing-scenario.ts';
import { chargeDraft, reviewedDrafts, reviewedRun } from '#test/draft-review-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * Two accounts, `one` and `other`, whose drafts of January are 16 each on 3 February: 10, and 2 × 3 units.
 * Something happens to the draft of `one` before the review, between review and confirmation, or after the
 * confirmation and before its entry runs. Whatever it is: what is issued is what was seen, or nothing.
 */
const service = useService();
let client: Client;
let organization: string;
let count = 0;
beforeEach(async () => {
  organization = `seen-${++count}`;
  client = await openWaiting(service, organization, ['one', 'other']);
  await setLateUsage('ADJUST');
  for (const account of ['one', 'other']) await call(account, '3');
  await client.setClock('2030-02-03T00:00:00Z');
});
afterEach(async () => {
  expect(await findMismatches(service)).toEqual([]);
});

const setLateUsage = (value: string) =>
  client.must.post('/settings', {
    ...{ namespace: 'PLATFORM', id: 'LATE_USAGE', name: 'Late usage', dataType: 'STRING', value },
    ...{ entityType: 'ORGANIZATION', entityId: organization },
  });
const call = (account: string, amount: string) =>
  use(client, { meter: 'calls', account, at: '2030-01-01T00:00:00Z', amount });
const january = async (account: string): Promise<Reply['body']> => (await listInvoices(client, account))[0];

/** Each changes the draft of January of `one`. */
const CHANGES = {
  'a late event': () => call('one', '5'), //                       16 + 2 × 5 = 26
  'a correction': async () => {
    const { events } = await client.must.get('/events?account_id=one&pageSize=1');
    await client.must.post('/events/correction?action=UNDO', { event: events[0].eventPayload });
  }, //                                                            10
  'a manual charge': () => chargeDraft(client, 'one', [{ name: 'Setup', value: '7' }]), // 23
  'a credit': async () => {
    const credit = { accountId: 'one', purpose: 'sorry', priority: 1, effectiveFrom: '2030-01-01' };
    await client.must.post('/credits', { creditRequests: [{ ...credit, creditAmount: 4 }] });
    await client.settle();
  }, //                                                            12
  'a charge and a credit of the same amount': async () => {
    await CHANGES['a manual charge']();
    const credit = { accountId: 'one', purpose: 'sorry', priority: 1, effectiveFrom: '2030-01-01' };
    await client.must.post('/credits', { creditRequests: [{ ...credit, creditAmount: 7 }] });
    await client.settle();
  }, //                                                            16, with other lines
  'a void': async () => client.must.patch(`/invoices/${(await january('one')).id}`, { status: 'VOID' }),
  'a new version of the plan': async () => {
    const { data } = await client.must.get('/v2/price_plans');
    const fee = await sellFee(client, 'New');
    const card = { type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 100 } };
    await addCards(client, data[0].id, { cards: [card], migrationMode: 'NEXT_CYCLE' });
  }, //                                                            16: it concerns later cycles
  'a setting that lets drafts go': async () => {
    await setAutoAdvance(client, { entityType: 'ORGANIZATION', entityId: organization }, true);
    await client.settle();
  }, //                                                            16, issued without the run
  // Its deadline has passed.
  'a person who lets the draft go': async () =>
    client.must.patch(`/invoices/${(await january('one')).id}`, { autoAdvance: true }),
};
type Change = keyof typeof CHANGES;

interface Ending {
  /** Of the entry of `one`, with both amounts if they differ. */
  entry: string;
  /** The invoice of January of `one`: status and total. */
  invoice: string;
}

async function endingOf(jobId: string, reviewId: string): Promise<Ending> {
  const [draft] = await reviewedDrafts(client, reviewId, 'account_id=one');
  const { entry, amount } = draft ?? {};
  const { status, totalAmount } = await january('one');
  const now = entry?.currentAmount === undefined ? '' : ` ${amount} ${entry.currentAmount}`;
  const entryText = draft ? `${entry.status} ${entry.errorCode ?? ''}${now}`.trim() : 'none';
  expect((await entriesOf(client, jobId)).find((each) => each.startsWith('other'))).toBe('other COMPLETED');
  return { entry: entryText, invoice: `${status} ${totalAmount}` };
}

/** Each cent that was confirmed is on an invoice as it was seen, or on an entry that failed. */
async function expectNoCentMissing(jobId: string, reviewId: string): Promise<void> {
  const drafts = await reviewedDrafts(client, reviewId);
  const completed = drafts.filter(({ entry }) => entry.status === 'COMPLETED');
  expect(completed.map(({ entry }) => entry.issuedAmount)).toEqual(completed.map(({ amount }) => amount));
  const ended = drafts.filter(({ entry }) => ['COMPLETED', 'FAILED'].includes(entry.status));
  const { review } = await client.must.get(`/ext/v1/bill_runs/${jobId}`);
  expect(ended.reduce((total, { amount }) => total + amount, 0)).toBe(review.totals[0].amount);
}

const CHANGED = 'FAILED INVOICE_CHANGED_SINCE_REVIEW';

describe.each<[Change, before: Ending, between: Ending, during: Ending]>([
  [
    'a late event',
    { entry: 'COMPLETED', invoice: 'DUE 26' },
    { entry: `${CHANGED} 16 26`, invoice: 'DRAFT 26' },
    { entry: `${CHANGED} 16 26`, invoice: 'DRAFT 26' },
  ],
  [
    'a correction',
    { entry: 'COMPLETED', invoice: 'DUE 10' },
    { entry: `${CHANGED} 16 10`, invoice: 'DRAFT 10' },
    { entry: `${CHANGED} 16 10`, invoice: 'DRAFT 10' },
  ],
  [
    'a manual charge',
    { entry: 'COMPLETED', invoice: 'DUE 23' },
    { entry: `${CHANGED} 16 23`, invoice: 'DRAFT 23' },
    { entry: `${CHANGED} 16 23`, invoice: 'DRAFT 23' },
  ],
  [
    'a credit',
    { entry: 'COMPLETED', invoice: 'DUE 12' },
    { entry: `${CHANGED} 16 12`, invoice: 'DRAFT 12' },
    { entry: `${CHANGED} 16 12`, invoice: 'DRAFT 12' },
  ],
  [
    'a charge and a credit of the same amount',
    { entry: 'COMPLETED', invoice: 'DUE 16' },
    { entry: `${CHANGED} 16 16`, invoice: 'DRAFT 16' },
    { entry: `${CHANGED} 16 16`, invoice: 'DRAFT 16' },
  ],
  [
    'a void',
    { entry: 'none', invoice: 'VOID 16' },
    { entry: CHANGED, invoice: 'VOID 16' },
    { entry: CHANGED, invoice: 'VOID 16' },
  ],
  [
    'a new version of the plan',
    { entry: 'COMPLETED', invoice: 'DUE 16' },
    { entry: 'COMPLETED', invoice: 'DUE 16' },
    { entry: 'COMPLETED', invoice: 'DUE 16' },
  ],
  [
    'a person who lets the draft go',
    { entry: 'none', invoice: 'DUE 16' },
    { entry: 'COMPLETED', invoice: 'DUE 16' },
    { entry: 'COMPLETED', invoice: 'DUE 16' },
  ],
])('%s', (change, before, between, during) => {
  const at = { before, between, during };
  it.each(['before', 'between', 'during'] as const)('%s', async (phase) => {
    if (phase === 'before') await CHANGES[change]();
    const { jobId, review } = await reviewedRun(service, client);
    if (phase === 'between') await CHANGES[change]();
    await client.must.post(`/jobs/${jobId}/confirm`, { reviewVersion: review.version });
    if (phase === 'during') await CHANGES[change]();
    await client.settle();
    expect(await endingOf(jobId, review.id)).toEqual(at[phase]);
    await expectNoCentMissing(jobId, review.id);
  });
});

describe('a setting that lets drafts go', () => {
  it('before: nothing waits any more', async () => {
    await CHANGES['a setting that lets drafts go']();
    expect((await client.post('/invoices/bill_runs')).headers['error-code']).toBe('NO_ELIGIBLE_INVOICES');
    expect(await january('one')).toMatchObject({ status: 'DUE', totalAmount: 16 });
  });

  it.each(['between', 'during'])('%s: what was issued as it was seen is complete', async (phase) => {
    const { jobId, review } = await reviewedRun(service, client);
    if (phase === 'between') await CHANGES['a setting that lets drafts go']();
    await client.must.post(`/jobs/${jobId}/confirm`);
    if (phase === 'during') await CHANGES['a setting that lets drafts go']();
    await client.settle();
    expect(await endingOf(jobId, review.id)).toEqual({ entry: 'COMPLETED', invoice: 'DUE 16' });
  });

  it('and an event before that: what was issued with another amount is not complete', async () => {
    const { jobId, review } = await reviewedRun(service, client);
    await CHANGES['a late event']();
    await CHANGES['a setting that lets drafts go']();
    await client.must.post(`/jobs/${jobId}/confirm`);
    await client.settle();
    const ending = await endingOf(jobId, review.id);
    expect(ending).toEqual({ entry: `${CHANGED} 16 26`, invoice: 'DUE 26' });
  });
});

it('a draft that changed is reviewed again in another run, with its number in sequence', async () => {
  const { jobId, review } = await reviewedRun(service, client);
  await CHANGES['a manual charge']();
  await client.must.post(`/jobs/${jobId}/confirm`, { reviewVersion: review.version });
  await client.settle();
  const [draft] = await reviewedDrafts(client, review.id, 'entry_status=FAILED');
  expect(draft.entry).toMatchObject({
    errorCode: 'INVOICE_CHANGED_SINCE_REVIEW',
    error:
      `invoice ${draft.invoiceId} changed since it was reviewed with 16 USD; it is now 23 USD. ` +
      'Review it again in another bill run',
    currentAmount: 23,
  });
  const again = await reviewedRun(service, client);
  await client.must.post(`/jobs/${again.jobId}/confirm`, { reviewVersion: again.review.version });
  await client.settle();
  const numbers = [await january('other'), await january('one')].map(({ sequenceId }) => sequenceId);
  expect(numbers).toEqual(['2030-02-0001', '2030-02-0002']);
});
