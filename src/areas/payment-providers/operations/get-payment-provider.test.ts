import { expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

it('200 with OFFLINE before there is one, then with what was set and without its secret', async () => {
  const { sandbox, production } = service;
  expect(await sandbox.must.get('/ext/v1/payment_provider')).toEqual({ kind: 'OFFLINE' });
  await sandbox.must.put('/ext/v1/payment_provider', { kind: 'SIMULATED', behaviour: 'WAIT' });
  const { createdAt, updatedAt, ...members } = await sandbox.must.get('/ext/v1/payment_provider');
  expect(members).toEqual({ kind: 'SIMULATED', name: 'SIMULATED', behaviour: 'WAIT' });
  expect([typeof createdAt, typeof updatedAt]).toEqual(['string', 'string']);
  expect(await production.must.get('/ext/v1/payment_provider')).toEqual({ kind: 'OFFLINE' });
});
