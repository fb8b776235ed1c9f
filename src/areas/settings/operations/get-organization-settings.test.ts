import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import { PLATFORM_KEYS } from '../platform-keys.ts';

const service = useService();

describe('GET /ext/v1/organization/settings', () => {
  it('200 with every setting of an organization, sorted, and no setting of others', async () => {
    const { data } = await service.production.must.get('/ext/v1/organization/settings');
    const ids = data.map(({ id }: { id: string }) => id);
    const known = Object.entries(PLATFORM_KEYS).filter(([, { owners }]) => owners.includes('ORGANIZATION'));
    expect(ids).toEqual(known.map(([id]) => id).sort());
    expect(ids).not.toContain('WALLET_AUTO_TOPUP');
    expect(ids.length).toBeGreaterThan(20);
  });

  it('200 with values to choose from, defaults, and the rounding mode of the organization', async () => {
    const { data } = await service.production.must.get('/ext/v1/organization/settings');
    const found = (id: string) => data.find((each: { id: string }) => each.id === id);
    expect(found('LATE_USAGE')).toMatchObject({
      ...{ values: ['REJECT', 'NEXT_CYCLE', 'ADJUST'], value: 'REJECT', default: 'REJECT' },
      source: 'DEFAULT',
    });
    expect(found('ROUNDING_MODE')).toMatchObject({ value: 'HALF_UP', default: 'HALF_UP' });
    expect(found('INVOICE_TEMPLATE_ID')).not.toHaveProperty('value');
  });

  it('200 with the values of its own environment only', async () => {
    await service.sandbox.must.patch('/ext/v1/organization/settings', {
      settings: [{ id: 'NET_TERM_DAYS', value: '7' }],
    });
    const { data } = await service.production.must.get('/ext/v1/organization/settings');
    expect(data.find((each: { id: string }) => each.id === 'NET_TERM_DAYS').source).toBe('DEFAULT');
  });
});
