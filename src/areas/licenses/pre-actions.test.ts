import { beforeAll, describe, expect, it } from 'vitest';
import { decimalText } from '#core/decimal.ts';
import { Problem } from '#platform/problem.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { useService } from '#test/running-app.ts';
import { applyPreActions, listLicenseLevels, readPreActions } from './index.ts';

const sound = { licenseId: 'seat', updateType: 'RELATIVE', quantity: '2.5' };
const read = (config: Record<string, string> | undefined) =>
  readPreActions([{ type: 'GRANT_LICENSE', ...(config && { config }) }]);
function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return `${error.status} ${error.message}`;
    throw error;
  }
  return '';
}

describe('pre-actions', () => {
  it('are read from texts', () => {
    const [grant] = read({ ...sound, effectiveFrom: '2030-01-05T00:00:00Z' });
    expect(`${grant?.licenseId} ${grant?.updateType} ${grant?.quantity}`).toBe('seat RELATIVE 2.5');
    expect(grant?.effectiveFrom?.toString()).toBe('2030-01-05T00:00:00Z');
    expect(read({ ...sound, quantity: '-3', effectiveFrom: '' })).toMatchObject([{ effectiveFrom: null }]);
    expect([readPreActions(undefined), readPreActions([])]).toEqual([[], []]);
  });

  it.each<[Record<string, string> | undefined, string]>([
    [undefined, 'licenseId: is required'],
    [{ ...sound, licenseId: '' }, 'licenseId: is required'],
    [{ ...sound, licenseId: 'x'.repeat(51) }, 'licenseId: must have at most 50 characters'],
    [{ licenseId: 'seat', quantity: '1' }, 'updateType: is required'],
    [{ ...sound, updateType: 'SET' }, 'updateType: must be one of RELATIVE, ABSOLUTE'],
    [{ ...sound, quantity: 'two' }, 'quantity: must be a number'],
    [{ ...sound, quantity: '1e999999' }, 'quantity: must have at most 38 digits'],
    [
      { ...sound, quantity: '1000000000000000.5' },
      'quantity: must be from -1000000000000000 to 1000000000000000',
    ],
    [{ ...sound, effectiveFrom: 'soon' }, 'effectiveFrom: must be an ISO 8601 date-time such as'],
    [{ ...sound, amount: '1' }, 'amount: is an unknown member'],
  ])('%o are refused', (config, rule) => {
    expect(errorOf(() => read(config))).toContain(`400 preActions[0].config.${rule}`);
  });
});

describe('grants before a change of schedules', () => {
  const service = useService();
  let seat = '';
  beforeAll(async () => {
    await openAccount(service.sandbox, 'acme');
    seat = (await service.sandbox.must.post('/addons', { name: 'Seat', type: 'LICENSE' })).id;
  });
  const now = Temporal.Instant.from('2030-01-20T00:00:00Z');
  const apply = (...quantities: string[]) =>
    asSandbox(service, (tx, org) => {
      const preActions = readPreActions(
        quantities.map((quantity) => ({
          type: 'GRANT_LICENSE',
          config: { licenseId: seat, updateType: 'RELATIVE', quantity },
        })),
      );
      return applyPreActions({ tx, org, now }, { accountId: 'acme', preActions });
    });
  const levels = async () => {
    const until = now.add({ hours: 24 });
    const range = { accountId: 'acme', licenseIds: [seat, 'other'], from: now, until };
    const found = await asSandbox(service, (tx, org) => listLicenseLevels(tx, org, range));
    return [...found.values()].map((steps) => steps.map(({ quantity }) => decimalText(quantity)).join());
  };

  it('are made in their order, all of them or none', async () => {
    await apply('10', '-4');
    expect(await levels()).toEqual(['6', '0']);
    await expect(apply('1', '-8')).rejects.toThrow(
      'preActions[1].config.quantity: would be -1 from 2030-01-20T00:00:00Z on',
    );
    expect(await levels()).toEqual(['6', '0']);
  });
});
