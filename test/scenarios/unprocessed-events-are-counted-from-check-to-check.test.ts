import { beforeAll, expect, it } from 'vitest';
import { closeIncident, createAlert, incidentLines, listIncidents } from '#test/alert-scenario.ts';
import { openAccount, sellUsage, use } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const unprocessed = (meter: string) =>
  use(service.sandbox, { meter, account: 'nobody', at: NOW, amount: '1' });
const processed = (meter: string) => use(service.sandbox, { meter, account: 'one', at: NOW, amount: '1' });
const NOW = '2030-01-01T00:00:00Z';
const at = (time: string) => service.sandbox.setClock(`2030-01-01T${time}Z`);

beforeAll(async () => {
  await service.sandbox.setClock(NOW);
  for (const name of ['calls', 'texts']) await sellUsage(service.sandbox, name);
  await openAccount(service.sandbox, 'one');
});

it('each event counts in one check, and only as long as it is unprocessed', async () => {
  const { sandbox } = service;
  await unprocessed('calls'); // before there was an alert, in its first instant
  const any = await createAlert(sandbox, { alertTemplateId: 'UNPROCESSED_EVENTS' });
  const texts = await createAlert(sandbox, {
    alertTemplateId: 'UNPROCESSED_EVENTS',
    entityDetails: { eventSchemaName: 'texts' },
    parameters: { threshold: 2 },
  });
  await processed('calls');
  await processed('texts');
  await at('00:10:00');
  await unprocessed('texts');
  await at('00:29:59.999');
  await unprocessed('calls');
  await at('00:30:00');
  await unprocessed('texts'); // of the next check
  expect(await incidentLines(sandbox, any)).toEqual(['01-01T00:30 ACTIVE v1 3 checked 01-01T00:30']);
  expect(await incidentLines(sandbox, texts)).toEqual([]);

  await at('00:40:00');
  await unprocessed('texts');
  await at('01:00:00');
  expect(await incidentLines(sandbox, any)).toEqual(['01-01T00:30 ACTIVE v1 2 checked 01-01T01:00']);
  expect(await incidentLines(sandbox, texts)).toEqual(['01-01T01:00 ACTIVE v1 2 checked 01-01T01:00']);

  // Nothing came since: the incident stays, with what it said last.
  await at('01:30:00');
  const quiet = '01-01T00:30 ACTIVE v1 2 checked 01-01T01:30';
  expect(await incidentLines(sandbox, any)).toEqual([quiet]);
  await closeIncident(sandbox, (await listIncidents(sandbox, any))[0].id);

  // A check without any has been since it was closed, so the next event is news.
  await at('02:00:00');
  await unprocessed('calls');
  await at('02:30:00');
  expect(await incidentLines(sandbox, any)).toEqual([
    quiet.replace('ACTIVE', 'CLOSED'),
    '01-01T02:30 ACTIVE v1 1 checked 01-01T02:30',
  ]);
});

it('an event that is processed before the check does not count', async () => {
  const { sandbox } = service;
  const alert = await createAlert(sandbox, { alertTemplateId: 'UNPROCESSED_EVENTS' });
  await use(sandbox, { meter: 'calls', account: 'late', at: NOW, amount: '1' });
  await openAccount(sandbox, 'late');
  await sandbox.settle();
  await at('03:00:00');
  expect(await incidentLines(sandbox, alert)).toEqual([]);
});
