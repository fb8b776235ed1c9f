import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formGroup, listComposites, openPayer } from '#test/group-scenario.ts';
import { issueManual, openReader } from '#test/mail-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { type Client, useService } from '#test/running-app.ts';

const service = useService();
let client: Client;
let made = 0;
beforeAll(async () => {
  client = (await service.createOrganization('late')).sandbox;
  await client.setClock('2030-01-10T12:00:00Z');
});

/** The times at which an overdue invoice was published. */
async function publishedAt(id: string): Promise<string[]> {
  const query = `type=invoice.overdue&resource_id=${encodeURIComponent(id)}`;
  const { data } = await client.must.get(`/ext/v1/webhooks/events?${query}`);
  return data.map(({ timestamp }: { timestamp: string }) => timestamp);
}

it('when its last day is over, what is not paid in full is published once, and nothing else is', async () => {
  const account = await openReader(client);
  const issue = (total = 10) => issueManual(client, account, { total });
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
  expect(await publishedAt(open.id)).toEqual([]);
  const over = Temporal.Instant.from(dueDate)
    .add({ milliseconds: 1 })
    .toString({ fractionalSecondDigits: 3 });
  await client.setClock(over);
  expect(await publishedAt(open.id)).toEqual([over]);
  expect(await publishedAt(part.id)).toEqual([over]);
  for (const { id } of [paid, void_, lost, free]) expect(await publishedAt(id)).toEqual([]);
  await client.setClock(
    Temporal.Instant.from(over)
      .add({ hours: 24 * 100 })
      .toString(),
  );
  expect(await publishedAt(open.id)).toEqual([over]);
});

it('what is issued on another day of the same term is published on its own day', async () => {
  const account = await openReader(client, { account: { netTermDays: 30 } });
  const first = await issueManual(client, account);
  await client.setClock(Temporal.Instant.from(first.invoiceDate).add({ hours: 48 }).toString());
  const second = await issueManual(client, account);
  await client.setClock(Temporal.Instant.from(first.dueDate).add({ hours: 1 }).toString());
  expect([(await publishedAt(first.id)).length, (await publishedAt(second.id)).length]).toEqual([1, 0]);
  await client.setClock(Temporal.Instant.from(second.dueDate).add({ hours: 1 }).toString());
  expect([(await publishedAt(first.id)).length, (await publishedAt(second.id)).length]).toEqual([1, 1]);
});

it('a bill of a group that is issued when its date is over is published at once', async () => {
  const { sandbox } = await service.createOrganization('groups');
  client = sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await openPayer(client, 'member');
  const group = await formGroup(client, { accounts: ['member'], netTermDays: 0 });
  await client.setClock('2030-02-02T00:00:00Z');
  const [composite] = await listComposites(client, group);
  expect(composite.dueDate).toBe('2030-02-01T23:59:59.999Z');
  expect(await publishedAt(composite.id)).toHaveLength(1);
});

const later = (instant: string, span: Temporal.DurationLike) =>
  Temporal.Instant.from(instant).add(span).toString({ fractionalSecondDigits: 3 });
const reverse = (payment: { id: string }) =>
  client.must.post(`/ext/v1/payments/${payment.id}/reverse`, { reason: 'bounced' });

describe('an invoice that is owed again because a payment was taken back', () => {
  let account: string;
  let bill: { id: string; dueDate: string };
  beforeEach(async () => {
    made += 1;
    client = (await service.createOrganization(`bounced-${made}`)).sandbox;
    await client.setClock('2030-01-10T12:00:00Z');
    account = await openReader(client);
    bill = await issueManual(client, account);
  });
  const pay = (amount: number) => payInvoice(client, { accountId: account, invoiceId: bill.id, amount });

  it('is published when that happens, though it was paid in time', async () => {
    const payment = await pay(119.5);
    await client.setClock(later(bill.dueDate, { hours: 30 }));
    expect(await publishedAt(bill.id)).toEqual([]);
    await reverse(payment);
    await client.setClock(later(bill.dueDate, { hours: 100 }));
    expect(await publishedAt(bill.id)).toEqual([later(bill.dueDate, { hours: 30 })]);
  });

  it('is published again, once for each time that it was paid in full and is owed again', async () => {
    await client.setClock(later(bill.dueDate, { hours: 10 }));
    const part = await pay(100);
    const rest = await pay(19.5);
    await client.setClock(later(bill.dueDate, { hours: 20 }));
    await reverse(rest);
    // What is paid in part was overdue before and still is.
    await client.setClock(later(bill.dueDate, { hours: 30 }));
    await reverse(part);
    const whole = await pay(119.5);
    await client.setClock(later(bill.dueDate, { hours: 40 }));
    await reverse(whole);
    const published = (await publishedAt(bill.id)).toSorted();
    expect(published).toEqual([
      later(bill.dueDate, { milliseconds: 1 }),
      later(bill.dueDate, { hours: 20 }),
      later(bill.dueDate, { hours: 40 }),
    ]);
  });

  it('is published when its last day is over, and not before', async () => {
    const payment = await pay(119.5);
    await reverse(payment);
    expect(await publishedAt(bill.id)).toEqual([]);
    await client.setClock(later(bill.dueDate, { hours: 1 }));
    expect(await publishedAt(bill.id)).toEqual([later(bill.dueDate, { milliseconds: 1 })]);
  });

  it('is published once when the work of the day runs late', async () => {
    const payment = await pay(119.5);
    const late = later(bill.dueDate, { hours: 1 });
    await asSandbox(
      service,
      (tx, org) =>
        tx
          .updateTable('organizations')
          .set({ clockAt: Temporal.Instant.from(late) })
          .where('orgId', '=', org.orgId)
          .execute(),
      `bounced-${made}`,
    );
    await reverse(payment);
    await client.settle();
    await client.setClock(later(bill.dueDate, { hours: 100 }));
    expect(await publishedAt(bill.id)).toHaveLength(1);
  });

  it('is not published when it was given up', async () => {
    await client.setClock(later(bill.dueDate, { hours: 1 }));
    const payment = await pay(19.5);
    await client.must.patch(`/invoices/${bill.id}`, { status: 'UN_COLLECTIBLE' });
    await reverse(payment);
    expect(await publishedAt(bill.id)).toHaveLength(1);
  });
});
