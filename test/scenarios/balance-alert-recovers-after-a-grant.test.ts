import { beforeAll, expect, it } from 'vitest';
import { closeIncident, createAlert, incidentLines, listIncidents } from '#test/alert-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const [open, closed] = ['ACTIVE v1', 'CLOSED v1'];

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await service.sandbox.must.post('/ext/v1/organization/currencies', { currency: 'EUR', rate: 1.25 });
  for (const id of ['one', 'two', 'muted']) await openAccount(service.sandbox, id);
  await openAccount(service.sandbox, 'euro', { invoiceCurrency: 'EUR' });
});

async function grant(accountId: string, creditAmount: number): Promise<string> {
  const credit = { accountId, purpose: 'Gift', effectiveFrom: '2030-01-01', priority: 1, creditAmount };
  const [{ id }] = await service.sandbox.must.post('/credits', { creditRequests: [credit] });
  await service.sandbox.settle();
  return id;
}
const watch = (parameters: object, members: object = {}) =>
  createAlert(service.sandbox, { alertTemplateId: 'CREDIT_BALANCE', parameters, ...members });
const at = (time: string) => service.sandbox.setClock(`2030-01-01T${time}:00Z`);

it('fires below the threshold, ends at it, and fires again an interval after it ended', async () => {
  const { sandbox } = service;
  const alert = await watch({ threshold: 10 }, { ownerDetails: { accountId: 'one' } });
  await grant('one', 9.99);
  await at('00:30');
  expect(await incidentLines(sandbox, alert)).toEqual([`01-01T00:30 ${open} 9.99 checked 01-01T00:30`]);
  const second = await grant('one', 0.01);
  await at('00:59');
  expect((await listIncidents(sandbox, alert))[0]?.status).toBe('ACTIVE');
  await at('01:00');
  const first = `01-01T00:30 ${closed} 9.99 checked 01-01T00:30`;
  expect(await incidentLines(sandbox, alert)).toEqual([first]);
  await sandbox.must.post(`/credits/${second}/void`);
  await at('01:29');
  expect(await incidentLines(sandbox, alert)).toEqual([first]);
  await at('02:00');
  expect(await incidentLines(sandbox, alert)).toEqual([
    first,
    `01-01T01:30 ${open} 9.99 checked 01-01T02:00`,
  ]);
});

it('is quiet after a caller closed its incident until the balance was restored once', async () => {
  const { sandbox } = service;
  const alert = await watch({ threshold: 1 }, { ownerDetails: { accountId: 'muted' } });
  await at('02:30');
  const [{ id }] = await listIncidents(sandbox, alert);
  await closeIncident(sandbox, id);
  await at('05:00');
  const first = `01-01T02:30 ${closed} 0 checked 01-01T02:30`;
  expect(await incidentLines(sandbox, alert)).toEqual([first]);
  const credit = await grant('muted', 1);
  await at('05:30');
  await sandbox.must.post(`/credits/${credit}/void`);
  await at('06:00');
  expect(await incidentLines(sandbox, alert)).toEqual([first, `01-01T06:00 ${open} 0 checked 01-01T06:00`]);
});

it('adds up all accounts in the base currency, unless it has an account', async () => {
  const { sandbox } = service;
  await grant('euro', 8);
  const all = await watch({ threshold: 1000 }); // one 9.99 + 8 × 1.25
  const euro = await watch({ threshold: 1000 }, { ownerDetails: { accountId: 'euro' }, validity: 60 });
  await at('06:30');
  expect(await incidentLines(sandbox, all)).toEqual([`01-01T06:30 ${open} 19.99 checked 01-01T06:30`]);
  expect(await incidentLines(sandbox, euro)).toEqual([
    `01-01T06:30 ${open} 8 checked 01-01T06:30 until 01-01T07:00`,
  ]);
  // The validity of the second one is over at 07:00.
  await at('07:00');
  expect((await listIncidents(sandbox, euro)).map(({ status }) => status)).toEqual(['CLOSED']);
  expect((await sandbox.must.get(`/ext/v1/alerts/${euro}`)).status).toBe('INACTIVE');
});

it('ends with its account, and so does its incident', async () => {
  const { sandbox } = service;
  const alert = await watch({ threshold: 1 }, { ownerDetails: { accountId: 'two' } });
  await at('07:30');
  await sandbox.must.delete('/accounts/two');
  await sandbox.settle();
  expect((await sandbox.must.get(`/ext/v1/alerts/${alert}`)).status).toBe('INACTIVE');
  await at('09:00');
  expect(await incidentLines(sandbox, alert)).toEqual([`01-01T07:30 ${closed} 0 checked 01-01T07:30`]);
});
