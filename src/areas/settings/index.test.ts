import { beforeAll, describe, expect, it } from 'vitest';
import { inOrg } from '#test/billing-rows.ts';
import { useService } from '#test/running-app.ts';
import { findSettingValue, insertSettings, listEntitySettings, listSettingsOfEntities } from './index.ts';

const service = useService();
const now = Temporal.Instant.from('2030-01-01T00:00:00Z');
const setting = (id: string, value: string, namespace = 'USER') =>
  ({ id, value, namespace, name: id, dataType: 'STRING' }) as const;
const customer = { entityType: 'CUSTOMER', entityId: 'c' } as const;
const account = { entityType: 'ACCOUNT', entityId: 'a' } as const;
const organization = { entityType: 'ORGANIZATION', entityId: 'default' } as const;

beforeAll(() =>
  inOrg(service, 'sandbox', async (tx, org) => {
    const flag = setting('INVOICE_AUTO_ADVANCE', 'false', 'platform');
    await insertSettings(tx, org, { ...organization, settings: [{ ...flag, value: 'true' }], now });
    await insertSettings(tx, org, { ...account, settings: [flag, setting('b', '1')], now });
    await insertSettings(tx, org, { ...account, settings: [setting('b', '2')], now });
    await insertSettings(tx, org, { ...customer, settings: [], now });
  }),
);

describe('findSettingValue', () => {
  const wanted = { namespace: 'PLATFORM', id: 'INVOICE_AUTO_ADVANCE' };
  it.each([
    [[account, organization], 'false'],
    [[organization, account], 'true'],
    [[customer, organization], 'true'],
    [[customer], null],
    [[], null],
  ])('the first of %j that has it', async (candidates, expected) => {
    const found = await inOrg(service, 'sandbox', (tx, org) =>
      findSettingValue(tx, org, { ...wanted, candidates }),
    );
    expect(found).toBe(expected);
  });
});

describe('listEntitySettings', () => {
  it('the oldest first, at most ten', async () => {
    const many = Array.from({ length: 11 }, (_, i) => setting(`m-${i}`, ''));
    const later = now.add({ seconds: 1 });
    const shown = await inOrg(service, 'sandbox', async (tx, org) => {
      await insertSettings(tx, org, { ...account, settings: many, now: later });
      return listEntitySettings(tx, org, account);
    });
    expect(shown).toHaveLength(10);
    expect(shown.slice(0, 2)).toMatchObject([
      { id: 'INVOICE_AUTO_ADVANCE', namespace: 'PLATFORM' },
      { id: 'b', value: '2' },
    ]);
  });

  it('of many at once, nothing for those without', async () => {
    const found = await inOrg(service, 'sandbox', (tx, org) =>
      listSettingsOfEntities(tx, org, { entityType: 'ACCOUNT', entityIds: ['a', 'nobody'] }),
    );
    expect([...found.keys()]).toEqual(['a']);
  });

  it('nothing of the other environment', async () => {
    expect(await inOrg(service, 'production', (tx, org) => listEntitySettings(tx, org, account))).toEqual([]);
  });
});
