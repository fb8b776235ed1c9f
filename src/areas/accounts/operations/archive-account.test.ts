import { beforeAll, describe, expect, it } from 'vitest';
import { insertInvoice, insertSchedule } from '#test/billing-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const NOW = '2030-06-01T00:00:00Z';
const span = { startAt: '2030-05-01T00:00:00Z', endAt: NOW };
const open = (id: string, members: object = {}) =>
  service.sandbox.must.post('/accounts', { id, name: 'Acme', customerId: 'acme', ...members });
const archive = (id: string) => service.sandbox.delete(`/accounts/${id}`);

beforeAll(async () => {
  await service.sandbox.setClock(NOW);
  const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@acme.example', address: {} };
  await service.sandbox.must.post('/customers', customer);
});

describe('DELETE /accounts/{account_id}', () => {
  it.each(['ACTIVE', 'DRAFT'])('200 for an account that is %s, and 400 the second time', async (state) => {
    await open(`a-${state}`, { status: state });
    expect((await archive(`a-${state}`)).body).toEqual({ success: true });
    expect((await service.sandbox.must.get(`/accounts/a-${state}`)).status).toBe('ARCHIVED');
    const { status, headers } = await archive(`a-${state}`);
    expect([status, headers['error-code']]).toEqual([400, 'ACCOUNT_ARCHIVED']);
  });

  it('404 for an unknown account', async () => {
    expect((await archive('nobody')).status).toBe(404);
  });

  it('200 and the aliases end now, free for another account', async () => {
    await open('leaver', {
      aliases: ['moving'],
      accountAliases: [{ value: 'later', effectiveFrom: '2031-01-01T00:00:00Z' }],
    });
    await archive('leaver');
    const { data } = await service.sandbox.must.get('/accounts/leaver/account_aliases');
    expect(data).toMatchObject([{ value: 'moving', effectiveUntil: '2030-06-01T00:00:00.000Z' }]);
    const { aliases } = await open('follower', { aliases: ['moving', 'later'] });
    expect(aliases).toEqual([{ alias: 'later' }, { alias: 'moving' }]);
    const followed = await service.sandbox.must.get('/accounts/follower/account_aliases');
    expect(followed.data.map(({ effectiveFrom }: { effectiveFrom: string }) => effectiveFrom)).toEqual([
      '0001-01-01T00:00:00.000Z', // later: never belonged to anyone
      '2030-06-01T00:00:00.000Z', // moving: late events of May still mean the leaver
    ]);
  });

  it.each([
    //  id        schedule                                                            status
    ['running', { startAt: '2030-01-01T00:00:00Z' }, 400],
    ['ends-later', { startAt: '2030-01-01T00:00:00Z', endAt: '2030-06-02T00:00:00Z' }, 400],
    ['ends-now', { startAt: '2030-01-01T00:00:00Z', endAt: NOW }, 200],
    ['future', { startAt: '2031-01-01T00:00:00Z' }, 400],
    ['drafted', { startAt: '2030-01-01T00:00:00Z', mode: 'DRAFT' as const }, 200],
  ])('a schedule that is %s', async (id, schedule, expected) => {
    await open(id);
    await insertSchedule(service, { environment: 'sandbox', accountId: id, ...schedule });
    const { status, headers } = await archive(id);
    expect([status, headers['error-code']]).toEqual([
      expected,
      expected === 400 ? 'ACCOUNT_SCHEDULED' : undefined,
    ]);
  });

  it.each([
    ['DRAFT', 400],
    ['DUE', 200],
    ['PARTIALLY_PAID', 200],
  ])('an invoice that is %s', async (state, expected) => {
    const id = `invoice-${state}`;
    await open(id);
    const isFinalized = state !== 'DRAFT';
    await insertInvoice(service, {
      environment: 'sandbox',
      id,
      accountId: id,
      status: state,
      isFinalized,
      ...span,
    });
    expect((await archive(id)).status).toBe(expected);
  });
});
