import { beforeAll, describe, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

/** With WIRE_LEGACY: the shapes of older clients where the interface document differs. */
const service = useService({ WIRE_LEGACY: 'on' });
beforeAll(() => openAccount(service.sandbox, 'acme'));

describe('credits', () => {
  const credit = {
    accountId: 'acme',
    purpose: 'p',
    effectiveFrom: '2020-01-01',
    creditAmount: 0.1,
    priority: 1,
  };

  it('stand in an envelope', async () => {
    const reply = await service.sandbox.post('/credits', { creditRequests: [credit, credit] });
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.body)).toEqual(['credits']);
    expect(reply.body.credits).toHaveLength(2);
    expect(reply.body.credits[0]).toMatchObject({ ...credit, status: 'ACTIVE' });
    expect(reply.text).toContain('"creditAmount":0.1,');
  });

  it('are refused with the same body as ever', async () => {
    const { status, body } = await service.sandbox.post('/credits', { creditRequests: [] });
    expect([status, body]).toEqual([400, { message: 'creditRequests: must have at least 1 entries' }]);
  });

  it('are described as the bare array that the interface document has', async () => {
    const document = (await service.production.get('/openapi.json')).body;
    const { schema } = document.paths['/credits'].post.responses['200'].content['application/json'];
    expect(schema.type).toBe('array');
  });
});
