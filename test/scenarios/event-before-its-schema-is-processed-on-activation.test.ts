import { expect, test } from 'vitest';
import { lastEventStatus, openAccount, use } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();

test('an event that came before its schema was active is metered when it is activated, once', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await openAccount(sandbox, 'early');
  const event = { meter: 'calls', account: 'early', at: '2030-01-01T00:00:00Z', amount: '7' };
  await use(sandbox, event);
  expect((await sandbox.must.get('/events?pageSize=1')).events[0].ingestionStatus.status).toBe(
    'INGESTION_FAILED_SCHEMA_NOT_DEFINED',
  );

  await sandbox.must.post('/event_schema', {
    name: 'calls',
    attributes: [{ name: 'amount' }],
    dimensions: [],
  });
  await sandbox.settle();
  // A draft takes no events: it still waits.
  expect((await sandbox.must.get('/events?pageSize=1')).events[0].ingestionStatus.status).toBe(
    'INGESTION_FAILED_SCHEMA_NOT_DEFINED',
  );
  await sandbox.must.post('/event_schema/calls/activate');
  await sandbox.settle();
  // No meter yet, but processed; the schema is known now.
  expect(await lastEventStatus(sandbox, 'early')).toBe('INGESTION_COMPLETED_NO_MATCHING_METERS');
  const { events } = await sandbox.must.get('/events?account_id=early');
  expect(events).toHaveLength(1);
});
