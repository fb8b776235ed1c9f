import { expect, test } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { review, reviewedDrafts, reviewedRun } from '#test/draft-review-scenario.ts';
import { roundsOf } from '#test/effort.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
/** 1,000 with --full; an everyday run takes 60 of them. */
const COUNT = roundsOf(
  Array.from({ length: 1000 }, (_, n) => n),
  { everyday: 60 },
).length;
/** Amounts that doubles add up wrongly: 0.10, 0.30, 1.01 … and some below 0. */
const centsOf = (n: number) => (n % 17 === 0 ? -1 : 1) * (10 + ((n * 7919) % 1_000_003));

test(`the totals of ${COUNT} drafts equal the confirmed and the issued totals to the cent`, async () => {
  const { sandbox: client } = await service.createOrganization('cents');
  await client.setClock('2030-01-01T00:00:00Z');
  await client.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.1 });
  await openAccount(client, 'usd');
  await openAccount(client, 'eur', { invoiceCurrency: 'EUR' });
  const expected = { USD: 0n, EUR: 0n };
  for (let n = 0; n < COUNT; n++) {
    const currency = n % 3 === 0 ? 'EUR' : 'USD';
    const cents = centsOf(n);
    expected[currency] += BigInt(cents);
    await client.must.post('/invoices', {
      ...{ accountId: currency.toLowerCase(), status: 'DRAFT' },
      ...{ startDate: '2030-01-01T00:00:00Z', endDate: '2030-01-31T00:00:00Z' },
      lineItems: [{ description: `Line ${n}`, value: cents / 100 }],
    });
  }
  await client.setClock('2030-02-03T00:00:00Z');

  const live = await review(service, client, { selection: { isPending: true } });
  expect(live.totalDrafts).toBe(COUNT);
  expect(centsBy(live.totals)).toEqual(expected);
  const rows = await reviewedDrafts(client, live.id);
  expect(rows).toHaveLength(COUNT);
  const summed = { USD: 0n, EUR: 0n };
  for (const { currency, amount } of rows) summed[currency as 'USD' | 'EUR'] += toCents(amount);
  expect(summed).toEqual(expected);

  const { jobId, review: frozen } = await reviewedRun(service, client);
  expect(centsBy(frozen.totals)).toEqual(expected);
  // A negative total, and two invoices of the same amount for the same days, are worth a comment.
  const flagged = await reviewedDrafts(client, frozen.id, 'level=BLOCK,WARN');
  for (let at = 0; at < flagged.length; at += 500)
    await client.must.post(`/ext/v1/draft_reviews/${frozen.id}/decisions`, {
      invoiceIds: flagged.slice(at, at + 500).map(({ invoiceId }) => invoiceId),
      ...{ decision: 'APPROVED', reason: 'as agreed' },
    });
  const { version } = await client.must.get(`/ext/v1/draft_reviews/${frozen.id}`);
  await client.must.post(`/jobs/${jobId}/confirm`, { reviewVersion: version });
  await client.settle();
  const run = await client.must.get(`/ext/v1/bill_runs/${jobId}`);
  expect(run).toMatchObject({ status: 'COMPLETED', completedEntries: COUNT, failedEntries: 0 });
  expect(centsBy(run.issued)).toEqual(expected);
}, 600_000);

function centsBy(totals: { currency: string; amount: number }[]): Record<string, bigint> {
  return Object.fromEntries(totals.map(({ currency, amount }) => [currency, toCents(amount)]));
}

/** Of an amount below a million, whose double still has its cents. */
function toCents(amount: number): bigint {
  return BigInt(Math.round(amount * 100));
}
