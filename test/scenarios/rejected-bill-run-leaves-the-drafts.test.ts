import { expect, test } from 'vitest';
import { entriesOf, listCandidates, openWaiting } from '#test/bill-run-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const WAITING = ['one 2030-02-03 DRAFT -', 'two 2030-02-03 DRAFT -'];

/** Vector 18 of `money-platform.md` 26. */
test('a rejected run is CANCELLED with its entries, and its invoices are DRAFT', async () => {
  const client = await openWaiting(service, 'rejecting', ['one', 'two']);
  await client.setClock('2030-02-03T00:00:00Z');
  const { jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true');
  expect(await client.must.post(`/jobs/${jobId}/reject`)).toMatchObject({ status: 'CANCELLED' });
  await client.settle();
  expect(await entriesOf(client, jobId)).toEqual(['one CANCELLED', 'two CANCELLED']);
  expect((await listCandidates(client)).sort()).toEqual(WAITING);
  // They wait for the next run, and so does nothing else.
  const next = await client.must.post('/invoices/bill_runs');
  await client.settle();
  expect(await entriesOf(client, next.jobId)).toEqual(['one COMPLETED', 'two COMPLETED']);
});

test('a run that nobody confirms within seven days is CANCELLED, and its invoices are DRAFT', async () => {
  const client = await openWaiting(service, 'expiring', ['one', 'two']);
  await client.setClock('2030-02-03T00:00:00Z');
  const { jobId } = await client.must.post('/invoices/bill_runs?require_confirmation=true');
  await client.setClock('2030-02-09T23:59:59.999Z');
  expect((await client.post('/invoices/bill_runs')).status).toBe(409);
  await client.setClock('2030-02-10T00:00:00Z');
  expect((await client.must.get(`/jobs/${jobId}`)).status).toBe('CANCELLED');
  expect((await listCandidates(client)).sort()).toEqual(WAITING);
  expect((await client.post('/invoices/bill_runs')).status).toBe(200);
});
