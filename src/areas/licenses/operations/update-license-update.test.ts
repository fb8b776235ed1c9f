import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const effectiveFrom = '2030-01-05T00:00:00Z';
let seat = '';
const change = (path: string, members: object = {}) =>
  service.sandbox.patch(`/license_updates/${path}`, {
    ...{ accountId: 'acme', effectiveFrom, metadata: { note: 'changed' } },
    ...members,
  });

beforeAll(async () => {
  const { sandbox } = service;
  await openAccount(sandbox, 'acme');
  await openAccount(sandbox, 'globex');
  seat = (await sandbox.must.post('/addons', { name: 'Seat', type: 'LICENSE' })).id;
  for (const note of ['first', 'second'])
    await sandbox.must.post('/license_updates', {
      ...{ licenseId: seat, accountId: 'acme', updateType: 'RELATIVE', quantity: 1, effectiveFrom },
      metadata: { note },
    });
});

describe('PATCH /license_updates/{license_id}', () => {
  it('200 and replaces the metadata of the update created last at the instant, nothing else', async () => {
    const { status, body } = await change(seat, { metadata: { a: 'b' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ licenseId: seat, accountId: 'acme', quantity: 2, metadata: { a: 'b' } });
    const { data } = await service.sandbox.must.get('/license_updates?account_id=acme');
    expect(data).toEqual([body, expect.objectContaining({ quantity: 1, metadata: { note: 'first' } })]);
  });

  it.each(['%7Blicense_id%7D', '{licenseId}', ':license_id'])(
    '200 for the path %s with the license in the query',
    async (path) => {
      expect((await change(`${path}?licenseId=${seat}`)).status).toBe(200);
    },
  );

  it('200 for the instant of an update that was made without one, as it was answered', async () => {
    // Real time has microseconds, answers have milliseconds.
    const { must } = service.production;
    await openAccount(service.production, 'acme');
    const { id } = await must.post('/addons', { name: 'Seat', type: 'LICENSE' });
    const made = await must.post('/license_updates', {
      ...{ licenseId: id, accountId: 'acme', updateType: 'ABSOLUTE', quantity: 1 },
    });
    const { effectiveFrom: answered } = made;
    const body = { accountId: 'acme', effectiveFrom: answered, metadata: { a: 'b' } };
    expect(await must.patch(`/license_updates/${id}`, body)).toEqual({ ...made, metadata: { a: 'b' } });
  });

  it('200 without metadata when it is empty', async () => {
    expect((await change(seat, { metadata: {} })).body).not.toHaveProperty('metadata');
  });

  it.each<[number, string, object, RegExp]>([
    [400, '%7Blicense_id%7D', {}, /^licenseId: is required when the path does not name the license$/],
    [400, '{seat}', { metadata: null }, /^metadata/],
    [400, '{seat}', { quantity: 1 }, /quantity/],
    [404, 'nothing', {}, /^license nothing not found$/],
    [
      404,
      '{seat}',
      { accountId: 'globex' },
      /^license update .* of globex from 2030-01-05T00:00:00Z not found$/,
    ],
    [404, '{seat}', { accountId: 'nobody' }, /^account nobody not found$/],
    [404, '{seat}', { effectiveFrom: '2030-01-05T00:00:00.001Z' }, /^license update/],
  ])('%d for %s %o', async (expected, path, members, message) => {
    const { status, body } = await change(path.replace('{seat}', seat), members);
    expect(status).toBe(expected);
    expect(body.message).toMatch(message);
  });

  it('400 for an archived account', async () => {
    await openAccount(service.sandbox, 'gone');
    const sent = { licenseId: seat, accountId: 'gone', updateType: 'ABSOLUTE', quantity: 1, effectiveFrom };
    await service.sandbox.must.post('/license_updates', sent);
    await service.sandbox.must.delete('/accounts/gone');
    const { status, body } = await change(seat, { accountId: 'gone' });
    expect([status, body.message]).toEqual([400, 'account gone is archived and cannot be changed']);
  });
});
