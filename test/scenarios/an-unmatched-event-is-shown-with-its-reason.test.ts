import { beforeAll, expect, it } from 'vitest';
import { createAlert, incidentLines } from '#test/alert-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { createMeter, ride } from '#test/metering-scenario.ts';
import { linesOf } from '#test/report-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const at = (time: string) => service.sandbox.setClock(`2030-01-10T${time}Z`);
const reasonOf = (city: string) =>
  `No meter counted this event: meter 'oslo' requires city = 'Oslo', and the event has city = '${city}'.`;
let count = 0;

beforeAll(async () => {
  const { sandbox } = service;
  await at('00:00:00');
  await sandbox.must.post('/event_schema', {
    ...{ name: 'ride', attributes: [{ name: 'distance' }], dimensions: [{ name: 'city' }] },
    filterFields: ['city'],
  });
  await sandbox.must.post('/event_schema/ride/activate');
  await createMeter(sandbox, {
    ...{ name: 'oslo', aggregation: 'COUNT', filters: [{ field: 'city', value: 'Oslo' }] },
    computations: [{ computation: '1', order: 1 }],
  });
  await openAccount(sandbox, 'a1');
});

async function send(...cities: string[]): Promise<void> {
  const events = cities.map((city) => ride(`e${++count}`, { dimensions: { city } }));
  await service.sandbox.must.post('/ingestBatch', { events });
}

it('the alert counts each in one check, and its message has the reason of the newest', async () => {
  const { sandbox } = service;
  const channels = [{ type: 'EMAIL', target: 'ops@seller.example' }];
  const any = await createAlert(sandbox, { alertTemplateId: 'UNMATCHED_EVENTS', channels });
  const three = await createAlert(sandbox, {
    alertTemplateId: 'UNMATCHED_EVENTS',
    entityDetails: { eventSchemaName: 'ride' },
    parameters: { threshold: 3 },
  });
  const failed = await createAlert(sandbox, { alertTemplateId: 'UNPROCESSED_EVENTS' });
  await at('00:10:00');
  await send('Oslo', 'Riga');
  await send('Lima');
  await at('00:30:00');
  await send('Riga', 'Oslo', 'Riga', 'Lima');
  await at('01:00:00');
  expect(await incidentLines(sandbox, any)).toEqual(['01-10T00:30 ACTIVE v1 3 checked 01-10T01:00']);
  expect(await incidentLines(sandbox, three)).toEqual(['01-10T01:00 ACTIVE v1 3 checked 01-10T01:00']);
  expect(await incidentLines(sandbox, failed)).toEqual([]);
  const { data } = await sandbox.must.get(`/ext/v1/mails?alert_id=${any}`);
  const { text } = await sandbox.must.get(`/ext/v1/mails/${data[0].id}`);
  expect(text).toContain(`Unmatched events: 2\nMost recent reason: ${reasonOf('Lima')}\n`);
});

it('the list finds them by one name', async () => {
  const { sandbox } = service;
  const { events } = await sandbox.must.get('/events?status=UNMATCHED');
  const lines = events.map(
    ({ eventPayload, ingestionStatus }: Record<string, Record<string, unknown>>) =>
      `${eventPayload?.id} ${ingestionStatus?.statusDescription}`,
  );
  expect(lines).toEqual([
    ...[`e7 ${reasonOf('Lima')}`, `e6 ${reasonOf('Riga')}`, `e4 ${reasonOf('Riga')}`],
    ...[`e3 ${reasonOf('Lima')}`, `e2 ${reasonOf('Riga')}`],
  ]);
});

it('the built-in report has a row for each, with its reason', async () => {
  const { sandbox } = service;
  const [header, ...rows] = await linesOf(service, sandbox, { reportTemplateId: 'UNMATCHED_EVENTS' });
  expect(header).toBe(
    'event | schema | account | account name | customer | customer name | time | received | status | reason',
  );
  const rest =
    'ride | a1 | Account a1 | customer-a1 | Customer a1 | 2030-01-09T12:00:00.000Z | 2030-01-10T00';
  const status = 'INGESTION_COMPLETED_EVENT_NOT_METERED';
  expect(rows).toEqual([
    `e2 | ${rest}:10:00.000Z | ${status} | ${reasonOf('Riga')}`,
    `e3 | ${rest}:10:00.000Z | ${status} | ${reasonOf('Lima')}`,
    `e4 | ${rest}:30:00.000Z | ${status} | ${reasonOf('Riga')}`,
    `e6 | ${rest}:30:00.000Z | ${status} | ${reasonOf('Riga')}`,
    `e7 | ${rest}:30:00.000Z | ${status} | ${reasonOf('Lima')}`,
  ]);
});
