import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /accounts/{account_id}/account_aliases', () => {
  it('200 with all ranges by value, their open ends printed', async () => {
    const { sandbox } = service;
    await sandbox.setClock('2030-01-01T00:00:00Z');
    const account = {
      id: 'acme',
      name: 'Acme',
      aliases: ['Forever'],
      accountAliases: [
        { value: 'b', effectiveFrom: '2020-01-01T00:00:00+01:00', effectiveUntil: '2021-01-01' },
      ],
    };
    const customer = { id: 'acme', name: 'Acme', primaryEmail: 'a@b.c', address: {}, account };
    expect((await sandbox.post('/customers', customer)).status).toBe(400); // a date is not a date-time
    Object.assign(account.accountAliases[0] ?? {}, { effectiveUntil: '2021-01-01T00:00:00' });
    await sandbox.must.post('/customers', customer);
    const stored = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
    };
    expect(await sandbox.must.get('/accounts/acme/account_aliases')).toEqual({
      data: [
        {
          ...stored,
          value: 'b',
          effectiveFrom: '2019-12-31T23:00:00.000Z',
          effectiveUntil: '2021-01-01T00:00:00.000Z',
        },
        {
          ...stored,
          value: 'forever',
          effectiveFrom: '0001-01-01T00:00:00.000Z',
          effectiveUntil: '9999-01-01T00:00:00.000Z',
        },
      ],
      nextToken: null,
    });
    const first = await sandbox.must.get('/accounts/acme/account_aliases?pageSize=1');
    const second = await sandbox.must.get(`/accounts/acme/account_aliases?nextToken=${first.nextToken}`);
    expect([...first.data, ...second.data].map(({ value }) => value)).toEqual(['b', 'forever']);
  });

  it('404 for an unknown account', async () => {
    expect((await service.sandbox.get('/accounts/nobody/account_aliases')).status).toBe(404);
  });
});
