import { describe, expect, it } from 'vitest';
import { useService } from '#test/running-app.ts';
import { createCustomer } from '#test/webhook-receiver.ts';

const service = useService();

describe('GET /ext/v1/webhooks/events', () => {
  it('200 with what happened although nobody subscribes, in the numbers of each thing', async () => {
    const { sandbox } = service;
    await sandbox.setClock('2030-01-01T00:00:00Z');
    await createCustomer(sandbox, 'acme');
    await sandbox.setClock('2030-01-02T00:00:00Z');
    await sandbox.must.patch('/customers/acme', { name: 'Renamed' });
    const linesOf = async (query: string) => {
      const { data } = await sandbox.must.get(`/ext/v1/webhooks/events?${query}`);
      return data.map((each: Record<string, string>) =>
        [each.timestamp?.slice(0, 10), each.type, each.resourceKind, each.resourceId, each.sequence].join(
          ' ',
        ),
      );
    };
    expect((await linesOf('')).slice(0, 1)).toEqual(['2030-01-02 customer.updated customer acme 2']);
    expect((await linesOf('')).sort()).toEqual([
      '2030-01-01 account.created account acme 1',
      '2030-01-01 customer.created customer acme 1',
      '2030-01-02 customer.updated customer acme 2',
    ]);
    expect(await linesOf('type=customer.created')).toEqual(['2030-01-01 customer.created customer acme 1']);
    expect(await linesOf('resource_id=nobody')).toEqual([]);
    expect((await sandbox.get('/ext/v1/webhooks/events?pageSize=0')).status).toBe(400);
    expect((await service.production.must.get('/ext/v1/webhooks/events')).data).toEqual([]);
  });
});
