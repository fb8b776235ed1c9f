import { expect, test } from 'vitest';
import { type CardTerms, editTimeline, openAccount, publishPlan } from '#test/billing-scenario.ts';
import { creditsOf, entriesOf, ingestCall, sellCalls } from '#test/feature-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('a plan edited from the start of a running cycle takes over unpaid credits and their use', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const calls = await sellCalls(sandbox);
  const publish = (name: string, limits: number[], timing: CardTerms['timing'] = 'IN_ARREARS') =>
    publishPlan(sandbox, {
      ...{ name, isOngoing: true },
      cards: [
        {
          ...{ type: 'BILLING_ENTITLEMENT', billableId: calls, timing },
          entitlement: {
            slabs: [{ rate: 1 }],
            windows: limits.map((featureCreditLimit) => ({ featureCreditLimit, effectiveUntil: 'P1M' })),
          },
        },
        {
          type: 'ENTITLEMENT_OVERAGE',
          billableId: calls,
          overage: { slabs: [{ rate: 2 }], maxQuantity: 50 },
        },
      ],
    });
  const small = await publish('small', [100, 10]);
  const large = await publish('large', [300]);
  const tiny = await publish('tiny', [30]);
  const paid = await publish('paid', [100], 'IN_ADVANCE');
  const paidMore = await publish('paid more', [200], 'IN_ADVANCE');
  // What was granted at one instant is listed by the id of its schedule, which is not foreseeable.
  const entries = async (id: string) => (await entriesOf(sandbox, calls, id)).toSorted();
  const use = async (account: string, minutes: string) =>
    expect((await ingestCall(sandbox, `${account} ${minutes}`, { account, minutes })).status).toBe(200);

  await sandbox.setClock('2030-01-10T00:00:00Z');
  for (const [id, planId] of [
    ['up', small],
    ['down', small],
    ['paid', paid],
  ] as const) {
    await openAccount(sandbox, id);
    await editTimeline(sandbox, id, [{ planId, from: '2030-01-01' }]);
  }
  await use('up', '60');
  await use('down', '115'); // 100 + 10 + 5 beyond them
  await use('paid', '40');

  // The new credits stand for the old ones; the window that the new plan does not have had no use yet.
  await editTimeline(sandbox, 'up', [{ planId: large, from: '2030-01-01' }]);
  expect(await entries('up')).toEqual([
    '2030-01-01$OVERAGE ACTIVE 2030-01-01 2030-02-01 - 0',
    '2030-01-01$PRICE_PLAN ACTIVE 2030-01-01 2030-02-01 300 60',
  ]);
  expect(await creditsOf(sandbox, calls, 'up')).toBe('300 240 50 0');

  // More was used than the new plan gives: 115 − 30 are overage, also above its limit.
  await editTimeline(sandbox, 'down', [{ planId: tiny, from: '2030-01-01' }]);
  expect(await entries('down')).toEqual([
    '2030-01-01$OVERAGE ACTIVE 2030-01-01 2030-02-01 - 85',
    '2030-01-01$PRICE_PLAN ACTIVE 2030-01-01 2030-02-01 30 30',
  ]);
  expect(await creditsOf(sandbox, calls, 'down')).toBe('30 0 85 85');

  // Paid credits stay as they are; those of the new plan begin with the next block, as its fees do.
  await editTimeline(sandbox, 'paid', [{ planId: paidMore, from: '2030-01-01' }]);
  expect((await entries('paid')).filter((line) => !line.includes('OVERAGE'))).toEqual([
    '2030-01-01$PRICE_PLAN ACTIVE 2030-01-01 2030-02-01 100 40',
  ]);
  await sandbox.setClock('2030-02-01T00:00:00Z');
  expect(await creditsOf(sandbox, calls, 'paid')).toBe('200 200 50 0');
});
