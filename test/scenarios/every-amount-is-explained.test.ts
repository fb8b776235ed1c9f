import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalJson } from '#core/canonical-json.ts';
import { computeInvoice } from '#core/invoice/index.ts';
import {
  editTimeline,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellFee,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { pdfPages } from '#test/read-pdf.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('every amount of an invoice is explained, and anybody computes it again from its inputs', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const [meter, fee] = [await sellUsage(sandbox, 'calls'), await sellFee(sandbox, 'support')];
  const plan = await publishPlan(sandbox, {
    name: 'plan',
    cards: [
      {
        type: 'USAGE',
        billableId: meter,
        usage: { model: 'TIERED', slabs: [{ rate: 0.01 }, { startAfter: 100, rate: 0.005 }] },
      },
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 100, isProrated: true } },
    ],
  });
  await openAccount(sandbox, 'one');
  await editTimeline(sandbox, 'one', [{ planId: plan, from: '2030-01-16', until: '2030-02-01' }]);
  await sandbox.setClock('2030-01-20T00:00:00Z');
  for (const amount of ['100', '0.5', '200.25'])
    await use(sandbox, { meter: 'calls', account: 'one', at: '2030-01-18T00:00:00Z', amount });
  const { id } = await onlyInvoice(sandbox, 'one');
  const explain = () => sandbox.must.get(`/ext/v1/invoices/${id}/explain`);

  // 100 × 0.01 + 200.75 × 0.005 = 2.00375 → 2; 100 × 16 / 31 = 51.6129… → 51.61
  const draft = await explain();
  expect(draft).toMatchObject({ status: 'DRAFT', totalAmount: 53.61, verification: { isIdentical: true } });

  await sandbox.setClock('2030-02-01T00:00:00Z');
  const { lines, verification, inputs, revenueInfo, ...issued } = await explain();
  expect(issued).toEqual({ invoiceId: id, status: 'DUE', currency: 'USD', totalAmount: 53.61 });
  expect(revenueInfo).toEqual((await sandbox.must.get(`/invoices/${id}`)).revenueInfo);
  expect(lines.map(({ amount }: { amount: number }) => amount)).toEqual([2, 51.61]);
  expect(lines[0]).toMatchObject({
    eventCount: 3,
    usage: { accountId: 'one', from: '2030-01-16T00:00:00.000Z', until: '2030-02-01T00:00:00.000Z' },
    meter: { id: meter, name: 'calls', aggregation: 'SUM' },
    rounding: { exact: '2.00375', rounded: '2', digits: 2, mode: 'HALF_UP' },
    steps: [
      'usage: SUM of 3 events in calls = 300.75',
      'first 100 units × 0.01 = 1',
      'next 200.75 units × 0.005 = 1.00375',
      'sum of the tiers: 1 + 1.00375 = 2.00375',
      'charged: 2.00375 rounded half away from zero to 2 digits = 2 USD',
    ],
  });
  // The single events: 100 + 0.5 + 200.25 = 300.75, the quantity of the line.
  const { from, until } = lines[0].usage;
  const { data } = await sandbox.must.get(
    `/ext/v1/accounts/one/usage_meters/${meter}/events?from=${from}&until=${until}`,
  );
  expect(data.map(({ units }: { units: number }) => units)).toEqual([200.25, 0.5, 100]);
  expect(verification.isIdentical).toBe(true);
  expect(sha256(canonicalJson(computeInvoice(inputs)))).toBe(verification.storedSha256);

  const { pdfUrl, sequenceId } = await sandbox.must.get(`/invoices/${id}`);
  const [page = []] = pdfPages((await service.app.server.inject({ url: pdfUrl })).rawPayload);
  for (const text of [sequenceId, 'Customer one', '16 – 31 January 2030', 'USD 53.61', '300.75', '51.61'])
    expect(page).toContain(text);
});
