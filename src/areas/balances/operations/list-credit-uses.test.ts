import { beforeAll, describe, expect, it } from 'vitest';
import { draftOf } from '#test/balance-scenario.ts';
import { openAccount, sellUsage } from '#test/billing-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
const list = (id: string, query = '') => service.sandbox.get(`/ext/v1/credits/${id}/uses${query}`);
const shown = async (id: string, query = '') =>
  (await list(id, query)).body.data.map(
    ({ state, invoiceStatus, lineName, lineId, amount }: Reply['body']) =>
      `${state} ${invoiceStatus} ${lineName ?? lineId ?? 'draft'} ${amount}`,
  );
let creditId: string;
let meterId: string;

beforeAll(async () => {
  const client = service.sandbox;
  await client.setClock('2030-01-10T00:00:00Z');
  await openAccount(client, 'acme');
  meterId = await sellUsage(client, 'calls');
  const credit = { accountId: 'acme', purpose: 'Goodwill', effectiveFrom: '2029-01-01', priority: 1 };
  [{ id: creditId }] = await client.must.post('/credits', {
    creditRequests: [{ ...credit, creditAmount: 100 }],
  });
  await client.must.post('/invoices', {
    ...{ accountId: 'acme', status: 'DUE' },
    ...{ startDate: '2029-12-01T00:00:00Z', endDate: '2030-01-01T00:00:00Z' },
    lineItems: [
      { id: 'a', description: 'Calls', value: 30.5, billableId: meterId },
      { id: 'b', description: 'Work', value: 20 },
    ],
  });
  await client.settle();
  await client.setClock('2030-01-11T00:00:00Z');
  await draftOf(client, 'acme', [{ id: 'later', value: 15 }]);
  await client.settle();
});

describe('GET /ext/v1/credits/{credit_id}/uses', () => {
  it('200 with lines that issued invoices paid with it, and what drafts hold', async () => {
    expect((await shown(creditId)).toSorted()).toEqual([
      'HELD DRAFT draft 15',
      'USED PAID Calls 30.5',
      'USED PAID Work 20',
    ]);
    expect(await shown(creditId, '?state=HELD')).toEqual(['HELD DRAFT draft 15']);
    const { body } = await list(creditId, '?state=USED&pageSize=1');
    expect(body.data[0].sequenceId).toMatch(/^2030-/);
    expect(body.nextToken).not.toBeNull();
  });

  it('404 for an unknown credit', async () => {
    expect((await list('cred.none')).status).toBe(404);
  });
});
