import { expect, it } from 'vitest';
import {
  editTimeline,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
  sellMeteredFeature,
} from '#test/billing-scenario.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

it('what resumes after a gap inside a cycle is billed like what begins there', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const [fee, once] = [await sellFee(sandbox, 'Fee'), await sellFee(sandbox, 'Setup')];
  const seats = await sellSeats(sandbox, 'Seats');
  const feature = await sellMeteredFeature(sandbox, 'Minutes');
  const planId = await publishPlan(sandbox, {
    name: 'Plan',
    cards: [
      { type: 'FIXED_FEE', billableId: fee, fee: { rate: 100 } },
      { type: 'FIXED_FEE', billableId: once, fee: { rate: 7, type: 'ONE_TIME' } },
      licenseCard(seats, { slabs: [{ rate: 10 }], isProrated: false }),
      {
        type: 'BILLING_ENTITLEMENT',
        billableId: feature,
        entitlement: {
          slabs: [{ rate: 1 }],
          windows: [{ effectiveUntil: 'P1M', featureCreditLimit: 100 }],
        },
      },
    ],
  });
  await openAccount(sandbox, 'acme');
  await setSeats(sandbox, seats, { account: 'acme', quantity: '5', from: '2030-01-01T00:00:00Z' });
  await editTimeline(sandbox, 'acme', [{ planId, from: '2030-01-01' }]);
  await editTimeline(sandbox, 'acme', [{ from: '2030-01-15', until: '2030-02-15' }]);
  await sandbox.setClock('2030-02-16T00:00:00Z');
  const { balance } = await sandbox.must.get(`/accounts/acme/features/${feature}`);
  expect(balance).toBe(100);
  await sandbox.setClock('2030-04-01T00:00:00Z');
  // Fee 100, seats 5 × 10, credits 100; the setup of 7 with the first cycle of each chain.
  expect((await listInvoices(sandbox, 'acme')).map(lineOf).slice(0, 3)).toEqual([
    '2030-01-01 to 2030-01-15 DUE 257',
    '2030-02-15 to 2030-03-01 DUE 257',
    '2030-03-01 to 2030-04-01 DUE 250',
  ]);
});
