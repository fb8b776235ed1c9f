import { beforeAll, expect, it } from 'vitest';
import { closeIncident, createAlert, listIncidents } from '#test/alert-scenario.ts';
import { editTimeline, listInvoices, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const invoiceOf = new Map<string, string>();

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const fee = await sellFee(sandbox, 'Fee');
  const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 50 } }];
  const plan = await publishPlan(sandbox, { name: 'plan', cards });
  for (const [id, netTermDays] of [
    ['soon', 2],
    ['later', 10],
  ] as const) {
    await openAccount(sandbox, id, { netTermDays });
    await editTimeline(sandbox, id, [{ planId: plan, from: '2030-01-01', until: '2030-02-01' }]);
  }
  await sandbox.setClock('2030-02-01T00:00:00Z');
  for (const id of ['soon', 'later']) {
    const [invoice] = await listInvoices(sandbox, id);
    invoiceOf.set(invoice.id, id);
  }
});

const watch = (alertTemplateId: string, parameters: object, members: object = {}) =>
  createAlert(service.sandbox, { alertTemplateId, parameters, interval: 'P1D', ...members });

/** `soon 02-02 ACTIVE 50` of each incident, by invoice. */
async function seen(alert: string): Promise<string[]> {
  const incidents = await listIncidents(service.sandbox, alert);
  return incidents
    .map(({ reportData: { invoiceId, outstanding }, createdAt, status }) => {
      const account = invoiceOf.get(invoiceId);
      return `${account} ${createdAt.slice(5, 10)} ${status} ${outstanding}`;
    })
    .sort();
}

// Issued on 1 February: one is due by the end of 3 February, the other by the end of 11 February.
it('one incident for each invoice that is due soon or overdue, until it no longer is', async () => {
  const { sandbox } = service;
  const due = await watch('INVOICE_DUE', { daysBefore: 1 });
  const dueToday = await watch('INVOICE_DUE', { daysBefore: 0 }, { ownerDetails: { accountId: 'soon' } });
  const dueThisYear = await watch('INVOICE_DUE', { daysBefore: 365 });
  const overdue = await watch('INVOICE_OVERDUE', { daysAfter: 0 });
  const overdueLong = await watch('INVOICE_OVERDUE', { daysAfter: 3 });
  const overdueLater = await watch(
    'INVOICE_OVERDUE',
    { daysAfter: 0 },
    { ownerDetails: { accountId: 'later' } },
  );
  const all = async () => {
    const shown = await Promise.all(
      [due, dueToday, dueThisYear, overdue, overdueLong, overdueLater].map(seen),
    );
    return shown;
  };
  await sandbox.setClock('2030-02-02T00:00:00Z');
  expect(await all()).toEqual([
    ['soon 02-02 ACTIVE 50'],
    [],
    ['later 02-02 ACTIVE 50', 'soon 02-02 ACTIVE 50'],
    [],
    [],
    [],
  ]);
  await sandbox.setClock('2030-02-03T00:00:00Z');
  expect((await all()).slice(0, 4)).toEqual([
    ['soon 02-02 ACTIVE 50'],
    ['soon 02-03 ACTIVE 50'],
    ['later 02-02 ACTIVE 50', 'soon 02-02 ACTIVE 50'],
    [],
  ]);
  await sandbox.setClock('2030-02-06T00:00:00Z');
  expect(await all()).toEqual([
    ['soon 02-02 CLOSED 50'],
    ['soon 02-03 CLOSED 50'],
    ['later 02-02 ACTIVE 50', 'soon 02-02 CLOSED 50'],
    ['soon 02-04 ACTIVE 50'],
    ['soon 02-06 ACTIVE 50'],
    [],
  ]);
  const [{ id }] = await listIncidents(sandbox, overdue);
  await closeIncident(sandbox, id);
  await sandbox.setClock('2030-02-20T00:00:00Z');
  expect(await all()).toEqual([
    ['later 02-10 CLOSED 50', 'soon 02-02 CLOSED 50'],
    ['soon 02-03 CLOSED 50'],
    ['later 02-02 CLOSED 50', 'soon 02-02 CLOSED 50'],
    ['later 02-12 ACTIVE 50', 'soon 02-04 CLOSED 50'],
    ['later 02-14 ACTIVE 50', 'soon 02-06 ACTIVE 50'],
    ['later 02-12 ACTIVE 50'],
  ]);
});
