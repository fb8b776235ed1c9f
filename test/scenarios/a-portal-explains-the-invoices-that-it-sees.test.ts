import { beforeAll, describe, expect, it } from 'vitest';
import { editTimeline, openAccount, publishPlan, sellUsage, use } from '#test/billing-scenario.ts';
import { addContact, enterPortal, withPortalToken } from '#test/portal.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/*
 * Accounts a1 and a2 of one customer and b1 of another; each has an issued invoice of January and a draft of
 * February. Everybody who may see an invoice may read its explanation, and nobody else.
 */
const service = useService();
const invoices: { id: string; accountId: string; status: string }[] = [];
const callers: Record<string, { client: Client; reaches: string[] }> = {};

beforeAll(async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const meter = await sellUsage(sandbox, 'ride');
  const planId = await publishPlan(sandbox, {
    ...{ name: 'Rides', interval: 'MONTHLY', isOngoing: true },
    cards: [{ type: 'USAGE', billableId: meter, usage: { model: 'TIERED', slabs: [{ rate: 0.333 }] } }],
  });
  await openAccount(sandbox, 'a1');
  await sandbox.must.post('/accounts', { id: 'a2', name: 'Second', customerId: 'customer-a1' });
  await openAccount(sandbox, 'b1');
  for (const account of ['a1', 'a2', 'b1']) {
    await editTimeline(sandbox, account, [{ planId, from: '2030-01-01' }]);
    await use(sandbox, { meter: 'ride', account, at: '2030-01-01T00:00:00Z', amount: '5' });
  }
  await sandbox.setClock('2030-02-05T00:00:00Z');
  for (const accountId of ['a1', 'a2', 'b1']) {
    const { data } = await sandbox.must.get(`/invoices?owner_id=${accountId}`);
    for (const { id, status } of data) invoices.push({ id, accountId, status });
    const email = `${accountId}@mine.example`;
    const customer = accountId === 'b1' ? 'customer-b1' : 'customer-a1';
    await addContact(sandbox, { customer, email, access: { accountIds: [accountId] } });
    const contact = await enterPortal(service, { caller: sandbox, organization: 'default', email });
    callers[`contact of ${accountId}`] = { client: contact, reaches: [accountId] };
    const granted = { customerId: customer, accountIds: [accountId] };
    const { token } = await sandbox.must.post('/portal/token', granted);
    callers[`delegate of ${accountId}`] = { client: withPortalToken(service, token), reaches: [accountId] };
  }
});

const explain = (client: Client, id: string): Promise<Reply> => client.get(`/ext/v1/invoices/${id}/explain`);

describe.each(['contact of a1', 'contact of a2', 'contact of b1', 'delegate of a1', 'delegate of b1'])(
  'the %s',
  (name) => {
    it('reads the explanation of each invoice that it sees, issued or draft', async () => {
      const { client, reaches } = callers[name] as (typeof callers)[string];
      const seen = invoices.filter(({ accountId }) => reaches.includes(accountId));
      expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(['DUE', 'DRAFT']));
      for (const { id, status } of seen) {
        const { inputs, ...whole } = (await explain(service.sandbox, id)).body;
        expect(inputs).toBeDefined();
        const lines = whole.lines.map(({ card, ...line }: { card: unknown }) => line);
        const reply = await explain(client, id);
        expect([reply.status, reply.body]).toEqual([200, { ...whole, lines }]);
        // 5 × 0.333 = 1.665 is charged as 1.67.
        if (status === 'DUE') expect(lines[0].rounding).toMatchObject({ exact: '1.665', rounded: '1.67' });
      }
    });

    it('finds no explanation of any other, as it finds no such invoice', async () => {
      const { client, reaches } = callers[name] as (typeof callers)[string];
      const others = invoices.filter(({ accountId }) => !reaches.includes(accountId));
      expect(others).toHaveLength(4);
      for (const { id } of others) {
        const [explained, shown] = [await explain(client, id), await client.get(`/invoices/${id}`)];
        expect([explained.status, explained.body]).toEqual([404, { message: `invoice ${id} not found` }]);
        expect(explained.body).toEqual(shown.body);
      }
    });
  },
);
