import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { plannedWork } from '#test/credit-rows.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let seat = '';
const send = (members: object) =>
  service.sandbox.post('/license_updates', { licenseId: seat, accountId: 'acme', ...members });
/** The resulting quantity, or the refusal. */
const change = async (updateType: string, quantity: number | string, members: object = {}) => {
  const { status, body } = await send({ updateType, quantity, ...members });
  return status === 200 ? body.quantity : `${status} ${body.message}`;
};
/** Each with its day, in the order in which they take effect. */
const levels = async (accountId: string) => {
  const { data } = await service.sandbox.must.get(
    `/license_updates?account_id=${accountId}&_sort=effective_from`,
  );
  return data.map(
    (update: { effectiveFrom: string; quantity: number }) =>
      `${update.effectiveFrom.slice(0, 10)} ${update.quantity}`,
  );
};

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-20T00:00:00.123Z');
  for (const id of ['acme', 'globex', 'initech']) await openAccount(service.sandbox, id);
  seat = (await service.sandbox.must.post('/addons', { name: 'Seat', type: 'LICENSE' })).id;
});

describe('POST /license_updates', () => {
  it('200 with the resulting quantity, now unless another instant is sent', async () => {
    const { status, body } = await send({ updateType: 'RELATIVE', quantity: 2.5, metadata: { po: '17' } });
    expect([status, body]).toEqual([
      200,
      {
        ...{ licenseId: seat, accountId: 'acme', quantity: 2.5, metadata: { po: '17' } },
        ...{ effectiveFrom: '2030-01-20T00:00:00.123Z', createdAt: '2030-01-20T00:00:00.123Z' },
      },
    ]);
    expect(await plannedWork(service, 'licenses.changed', 'acme')).toBe('2030-01-20T00:00:00.123Z');
  });
});

describe('a backdated update', () => {
  it('200 and shifts what follows up to the next ABSOLUTE one', async () => {
    const at = (day: string) => ({ accountId: 'globex', effectiveFrom: `2030-01-${day}T00:00:00Z` });
    expect(await change('RELATIVE', 10, at('01'))).toBe(10);
    expect(await change('RELATIVE', 5, at('11'))).toBe(15);
    expect(await change('ABSOLUTE', 4, at('15'))).toBe(4);
    expect(await change('RELATIVE', 2, at('06'))).toBe(12);
    expect(await levels('globex')).toEqual([
      '2030-01-01 10',
      '2030-01-06 12',
      '2030-01-11 17',
      '2030-01-15 4',
    ]);
  });
});
