import { expect, test } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('numbers follow the issuing of invoices over all accounts, and drafts take none', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const addOn = await sellFee(sandbox, 'Fee');
  // Bills of three accounts fall on different days; one of them has nothing to bill in arrears.
  for (const [index, graceDays] of [0, 5, 2].entries()) {
    const account = `account-${index}`;
    const timing = index === 2 ? ('IN_ADVANCE' as const) : ('IN_ARREARS' as const);
    const plan = await publishPlan(sandbox, {
      name: account,
      graceDays,
      cards: [{ type: 'FIXED_FEE', billableId: addOn, timing, fee: { rate: 10 } }],
    });
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId: plan, from: '2030-01-01' }]);
  }
  await sandbox.setClock('2030-04-01T00:00:00Z');
  const { data } = await sandbox.must.get('/invoices?pageSize=50');
  const issued = data
    .filter(({ status }: { status: string }) => status !== 'DRAFT')
    .map(({ ownerId, invoiceDate, sequenceId }: Record<string, string>) => [
      sequenceId,
      invoiceDate?.slice(0, 10),
      ownerId,
    ])
    .sort();
  expect(issued.map(([, ...rest]: string[]) => rest)).toEqual([
    ['2030-01-01', 'account-2'], // January in advance
    ['2030-02-01', 'account-0'],
    ['2030-02-01', 'account-2'], // at one instant cycles close before the next ones open
    ['2030-02-06', 'account-1'],
    ['2030-03-01', 'account-0'],
    ['2030-03-01', 'account-2'],
    ['2030-03-06', 'account-1'],
    ['2030-04-01', 'account-0'],
    ['2030-04-01', 'account-2'],
  ]);
  expect(issued.map(([number]: string[]) => number)).toEqual([
    '2030-01-0001',
    '2030-02-0002',
    '2030-02-0003',
    '2030-02-0004',
    '2030-03-0005',
    '2030-03-0006',
    '2030-03-0007',
    '2030-04-0008',
    '2030-04-0009',
  ]);
  // April of three accounts, and March of the two that are in their grace period.
  const drafts = data.filter(({ status }: { status: string }) => status === 'DRAFT');
  expect(drafts).toHaveLength(5);
  for (const draft of drafts) expect(draft).not.toHaveProperty('sequenceId');
});
