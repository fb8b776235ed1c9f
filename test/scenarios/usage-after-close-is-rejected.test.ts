import { expect, test } from 'vitest';
import {
  editTimeline,
  lastEventStatus,
  lineOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellUsage,
  use,
} from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test.each([
  // grace  received at the deadline  last instant before it
  [0, '2030-02-01T00:00:00Z', '2030-01-31T23:59:59.999Z'],
  [5, '2030-02-06T00:00:00Z', '2030-02-05T23:59:59.999Z'],
])('with %i days of grace an event of January is refused at %s', async (graceDays, deadline, before) => {
  const { sandbox } = await service.createOrganization(`grace-${graceDays}`);
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'calls');
  const usage = { model: 'TIERED' as const, slabs: [{ rate: 2 }] };
  const card = { type: 'USAGE' as const, billableId: meter, usage };
  const plan = await publishPlan(sandbox, { name: 'plan', graceDays, cards: [card] });
  await openAccount(sandbox, 'one');
  await editTimeline(sandbox, 'one', [{ planId: plan, from: '2030-01-01' }]);

  await sandbox.setClock(before);
  const event = { meter: 'calls', account: 'one', at: '2030-01-31T12:00:00Z' };
  await use(sandbox, { ...event, amount: '50' });
  await sandbox.setClock(deadline);
  const issued = (await listInvoices(sandbox, 'one'))[0];
  expect(lineOf(issued)).toBe('2030-01-01 to 2030-02-01 DUE 100');

  await use(sandbox, { ...event, amount: '7' });
  expect(await lastEventStatus(sandbox, 'one')).toBe('INGESTION_FAILED_PAST_GRACE_PERIOD');
  // Neither the issued invoice nor the running one takes it.
  const [january, february] = await listInvoices(sandbox, 'one');
  expect(january).toEqual({ ...issued, pdfUrl: january.pdfUrl });
  expect(lineOf(february)).toBe('2030-02-01 to 2030-03-01 DRAFT 0');
});
