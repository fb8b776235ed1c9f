import { expect, test } from 'vitest';
import {
  editTimeline,
  onlyInvoice,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { asOwner } from '#test/partition-scenario.ts';
import { keepRollupsByAccount } from '#test/rollup-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService({}, { own: 'counts alarms from the start of the process' });

test('a bill is summed up from the usage rows; an alarm says where the running total differed', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const card = { type: 'USAGE' as const, billableId: meter, usage };
  const plan = await publishPlan(sandbox, { name: 'plan', cards: [card] });
  await openAccount(sandbox, 'one');
  await editTimeline(sandbox, 'one', [{ planId: plan, from: '2030-01-01', until: '2030-02-01' }]);
  await use(sandbox, { meter: 'calls', account: 'one', at: '2030-01-01T00:00:00Z', amount: '10' });
  await use(sandbox, { meter: 'calls', account: 'one', at: '2030-01-01T12:00:00Z', amount: '3' });

  await keepRollupsByAccount(service);
  await asOwner(service, (owner) =>
    owner.query('update account_cycles set units = 99 where meter_id = $1', [meter]),
  );
  expect((await onlyInvoice(sandbox, 'one')).totalAmount).toBe(198); // the draft shows the running total
  expect(await countAlarms()).toBe(0);

  await sandbox.setClock('2030-02-01T00:00:00Z');
  const bill = await onlyInvoice(sandbox, 'one');
  expect([bill.status, bill.totalAmount]).toEqual(['DUE', 26]); // (10 + 3) × 2
  expect(bill.info).toEqual([
    { type: 'USAGE_MISMATCH', value: `${meter}: running 99 of 2 events, rows 13 of 2 events` },
  ]);
  expect(await countAlarms()).toBe(1);
});

/** As a monitor of the service sees them. */
async function countAlarms(): Promise<number> {
  const { text } = await service.production.get('/metrics');
  return Number(/^tallymark_alarms_total\{kind="USAGE_MISMATCH"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}
