import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';

const service = useService();

describe('GET /ext/v1/clock', () => {
  it('200 and real time until the clock is moved for the first time', async () => {
    const before = Date.now();
    const { status, body } = await service.sandbox.get('/ext/v1/clock');
    const now = Temporal.Instant.from(body.now).epochMilliseconds;
    expect([status, before <= now && now <= Date.now()]).toEqual([200, true]);
  });

  it('200 and the instant at which it was left', async () => {
    await service.sandbox.setClock('2030-01-01T00:00:00Z');
    expect(await service.sandbox.must.get('/ext/v1/clock')).toEqual({ now: '2030-01-01T00:00:00.000Z' });
  });

  it('404 in production, where time is real', async () => {
    const { status, headers } = await service.production.get('/ext/v1/clock');
    expect([status, headers['error-code']]).toEqual([404, 'ROUTE_NOT_FOUND']);
  });
});
