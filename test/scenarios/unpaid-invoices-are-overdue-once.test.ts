import { beforeAll, expect, it } from 'vitest';
import { formGroup, listComposites, openPayer } from '#test/group-scenario.ts';
import { issueTyped, openReader } from '#test/mail-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
beforeAll(async () => {
  client = (await service.createOrganization('late')).sandbox;
  await client.setClock('2030-01-10T12:00:00Z');
});

/** When it was told that an invoice is overdue, each time. */
async function toldAt(id: string): Promise<string[]> {
  const query = `type=invoice.overdue&resource_id=${encodeURIComponent(id)}`;
  const { data } = await client.must.get(`/ext/v1/webhooks/events?${query}`);
  return data.map(({ timestamp }: { timestamp: string }) => timestamp);
}

it('when its last day is over, what is not paid in full is told once, and nothing else is', async () => {
  const account = await openReader(client);
  const issue = (total = 10) => issueTyped(client, account, { total });
  const [open, part, paid, void_, lost] = [
    await issue(),
    await issue(),
    await issue(),
    await issue(),
    await issue(),
  ];
  const free = await issue(0);
  const { dueDate } = open;
  expect(new Set([open, part, paid, void_, lost].map((each) => each.dueDate)).size).toBe(1);
  await payInvoice(client, { accountId: account, invoiceId: part.id, amount: 4 });
  await payInvoice(client, { accountId: account, invoiceId: paid.id, amount: 10 });
  await client.must.patch(`/invoices/${void_.id}`, { status: 'VOID' });
  await client.must.patch(`/invoices/${lost.id}`, { status: 'UN_COLLECTIBLE' });
  await client.setClock(dueDate);
  expect(await toldAt(open.id)).toEqual([]);
  const over = Temporal.Instant.from(dueDate)
    .add({ milliseconds: 1 })
    .toString({ fractionalSecondDigits: 3 });
  await client.setClock(over);
  expect(await toldAt(open.id)).toEqual([over]);
  expect(await toldAt(part.id)).toEqual([over]);
  for (const { id } of [paid, void_, lost, free]) expect(await toldAt(id)).toEqual([]);
  await client.setClock(
    Temporal.Instant.from(over)
      .add({ hours: 24 * 100 })
      .toString(),
  );
  expect(await toldAt(open.id)).toEqual([over]);
});

it('what is issued on another day of the same term is told on its own day', async () => {
  const account = await openReader(client, { account: { netTermDays: 30 } });
  const first = await issueTyped(client, account);
  await client.setClock(Temporal.Instant.from(first.invoiceDate).add({ hours: 48 }).toString());
  const second = await issueTyped(client, account);
  await client.setClock(Temporal.Instant.from(first.dueDate).add({ hours: 1 }).toString());
  expect([(await toldAt(first.id)).length, (await toldAt(second.id)).length]).toEqual([1, 0]);
  await client.setClock(Temporal.Instant.from(second.dueDate).add({ hours: 1 }).toString());
  expect([(await toldAt(first.id)).length, (await toldAt(second.id)).length]).toEqual([1, 1]);
});

it('a bill of a group that is issued when its date is over is told at once', async () => {
  const { sandbox } = await service.createOrganization('groups');
  client = sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await openPayer(client, 'member');
  const group = await formGroup(client, { accounts: ['member'], netTermDays: 0 });
  await client.setClock('2030-02-02T00:00:00Z');
  const [composite] = await listComposites(client, group);
  expect(composite.dueDate).toBe('2030-02-01T23:59:59.999Z');
  expect(await toldAt(composite.id)).toHaveLength(1);
});
