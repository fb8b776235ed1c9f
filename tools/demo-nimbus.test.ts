import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { review, reviewedDrafts } from '#test/draft-review-scenario.ts';
import { listenOnce } from '#test/open-stream.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';
import { api } from './demo/api.ts';
import { ACCOUNTS } from './demo/nimbus/accounts.ts';
import { calendarOf } from './demo/nimbus/calendar.ts';
import { fillSandbox } from './demo/nimbus/fill-sandbox.ts';
import { LATE, SILENCE, SURGE, TYPO, UNPRICED } from './demo/nimbus/stories.ts';
import { daysOf, eventsOf } from './demo/nimbus/usage.ts';

const service = useService();
const organization = 'nimbus-ai';
const reports: string[] = [];
let sandbox: Client;
let base: string;

const fill = () =>
  fillSandbox(api(`${base}/sandbox`, sandbox.key), { organization, report: (line) => reports.push(line) });

beforeAll(async () => {
  ({ sandbox } = await service.createOrganization(organization));
  base = `http://127.0.0.1:${await listenOnce(service.app.server)}`;
  await fill();
}, 240_000);

async function listAll(path: string, member = 'data'): Promise<Reply['body'][]> {
  const rows: Reply['body'][] = [];
  for (let token = ''; token !== null; ) {
    const next = token && `&nextToken=${encodeURIComponent(token)}`;
    const page = await sandbox.must.get(`${path}${next}`);
    rows.push(...page[member]);
    token = page.nextToken ?? null;
  }
  return rows;
}

const invoicesOf = (account: string) => listAll(`/invoices?pageSize=50&owner_id=${account}`);
const monthOf = (rows: Reply['body'][], month: string) =>
  rows.find((row) => row.invoiceType === 'STANDARD' && row.startDate.slice(5, 7) === month);

it('a sandbox that is filled stays as it is', async () => {
  await fill();
  expect(reports).toEqual([expect.stringMatching(/^Filled the sandbox: 11 accounts, 61,325 events, /)]);
});

describe('the stories of the demo', () => {
  it('eleven drafts of November wait for a bill run; one account uses seven times as much', async () => {
    const drafts = await listAll('/invoices?pageSize=50&status=DRAFT');
    expect(drafts.map(({ ownerId }) => ownerId).toSorted()).toEqual(ACCOUNTS.map(({ id }) => id).toSorted());
    const own = await invoicesOf(SURGE.accountId);
    const [before, now] = ['10', '11'].map((month) => Number(monthOf(own, month).totalAmount));
    expect(Number(now)).toBeGreaterThan(2 * Number(before));
  });

  it('every invoice of the closed months is paid but one, with the same amounts in every year', async () => {
    const closed = (await listAll('/invoices?pageSize=50')).filter(({ status }) => status !== 'DRAFT');
    expect(closed.filter(({ status }) => status !== 'PAID').map(({ ownerId }) => ownerId)).toEqual([
      'dune-maps',
    ]);
    const cents = closed.reduce((sum, { totalAmount }) => sum + BigInt(Math.round(totalAmount * 100)), 0n);
    expect([closed.length, cents]).toEqual([43, 1_415_183n]);
  });

  it('events of an alias with a typing error, and of a model without a price, are not billed', async () => {
    const rejected = await listAll('/events?status=INGESTION_FAILED_ACCOUNT_NOT_FOUND', 'events');
    expect(rejected.map(({ eventPayload }) => eventPayload.accountId)).toEqual(
      Array.from({ length: TYPO.events }, () => TYPO.alias),
    );
    const unmatched = await listAll('/events?status=UNMATCHED', 'events');
    expect(unmatched.map(({ eventPayload }) => eventPayload.dimensions.model)).toEqual(
      Array.from({ length: UNPRICED.events }, () => UNPRICED.model),
    );
  });

  it('a simulation shows what October would have cost at the prices of the draft', async () => {
    await sandbox.settle();
    const [simulation] = await listAll('/ext/v1/simulations?pageSize=10');
    expect(simulation).toMatchObject({ name: 'Pro from January', status: 'COMPLETED' });
    expect(simulation.scenarios).toEqual([expect.objectContaining({ version: 2 })]);
    const { totals } = await sandbox.must.get(`/ext/v1/simulations/${simulation.id}`);
    // 10 more a month for each of the accounts on Pro, and a tenth less for tokens of `max`.
    const accounts = ACCOUNTS.filter(({ plan }) => plan === 'Pro').length;
    expect(totals).toEqual([expect.objectContaining({ scenario: 'A', currency: 'USD', accounts })]);
  });

  it('an account has been silent for nine hours', async () => {
    const { now } = await sandbox.must.get('/ext/v1/clock');
    const { events } = await sandbox.must.get(`/events?account_id=${SILENCE.accountId}&pageSize=1`);
    const last = Temporal.Instant.from(events[0].eventPayload.timestamp);
    expect(last.until(Temporal.Instant.from(now)).total('hours')).toBeGreaterThanOrEqual(SILENCE.hours);
  });

  it('the checks of the month close find the surge and the silence', async () => {
    const { id } = await review(service, sandbox);
    const drafts = await reviewedDrafts(sandbox, id);
    const found = drafts.flatMap(({ accountId, findings }) =>
      findings.map(({ rule }: Reply['body']) => `${accountId} ${rule}`),
    );
    expect(found).toContain(`${SURGE.accountId} AMOUNT_UNUSUAL`);
    expect(found).toContain(`${SILENCE.accountId} USAGE_GAP`);
  });

  it('a late batch is billed with its month', async () => {
    const { events } = await sandbox.must.get(`/events/late-${LATE.events}`);
    expect(events[0].ingestionStatus.status).toBe('INGESTION_COMPLETED_EVENT_METERED');
    const october = monthOf(await invoicesOf(LATE.accountId), '10');
    const explained = await sandbox.must.get(`/ext/v1/invoices/${october.id}/explain`);
    const counted = explained.lines.filter(({ description }: Reply['body']) =>
      /input tokens/.test(description),
    );
    const year = october.startDate.slice(0, 4);
    expect(counted.reduce((sum: number, line: Reply['body']) => sum + Number(line.eventCount), 0)).toBe(
      countCompletions(LATE.accountId, year) + LATE.events,
    );
  });

  it('credits expire before the invoice is due, and a wallet is low with an open incident', async () => {
    const { data: credits } = await sandbox.must.get('/credits?account_id=cobalt-clinics');
    expect(credits).toMatchObject([{ creditAmount: 150, effectiveUntil: expect.stringMatching(/-12-08/) }]);
    expect(await sandbox.must.get('/accounts/ember-studio/wallet')).toMatchObject({ balance: 40 });
    const { data: incidents } = await sandbox.must.get('/incidents');
    expect(incidents).toMatchObject([{ alertTemplateId: 'WALLET_BALANCE', status: 'ACTIVE' }]);
  });
});

/** The completions that an account sent in October, in their time. */
function countCompletions(accountId: string, year: string): number {
  const account = ACCOUNTS.find(({ id }) => id === accountId);
  if (!account) throw new Error(`no account ${accountId}`);
  const first = Temporal.PlainDate.from(`${year}-10-01`);
  const until = Temporal.Instant.from(`${year}-11-01T00:00:00Z`);
  const events = [...daysOf(first, first.with({ day: 31 }))].flatMap((date) =>
    eventsOf(account, date, { until }),
  );
  return events.filter(({ schemaName }) => schemaName === 'completion').length;
}

it('events differ by nothing but the year', () => {
  const of = (today: string) => {
    const { day, at } = calendarOf(Temporal.PlainDate.from(today));
    const date = Temporal.PlainDate.from(day(10, 17));
    const events = ACCOUNTS.flatMap((account) => eventsOf(account, date, { until: at(12, 1) }));
    const facts = events.map(({ id: _id, timestamp, ...fact }) => ({ ...fact, time: timestamp.slice(4) }));
    return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  };
  // 2028 is a leap year.
  expect(of('2027-06-01')).toBe(of('2030-06-01'));
});
