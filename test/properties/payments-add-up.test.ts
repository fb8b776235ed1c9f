import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { listInvoices } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { openPayer } from '#test/group-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/**
 * Invariants 2, 5 and 6 of money-platform.md 22 over random histories: whatever is paid, put in, taken back,
 * given up and refunded in whatever order, no money appears or is lost. A model that knows nothing but
 * additions says what was received and not given back; it is what wallets have, what open invoices were paid
 * with, and what bought credits that are not void.
 */
const service = useService();
const SEED = Number(process.env.PAYMENT_SEED ?? Date.now() % 1_000_000);
const RUNS = 3;
const RATE = 100;

type Command =
  | { do: 'pay'; invoice: number; cents: number; whole: number; credit: number }
  | { do: 'topUp'; cents: number }
  | { do: 'buy'; cents: number; price: number }
  | { do: 'refund'; topup: number; to: string }
  | { do: 'reverse'; payment: number }
  | { do: 'status'; invoice: number; to: string };

const commands = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('pay' as const),
        invoice: fc.nat(2),
        cents: fc.integer({ min: 0, max: 9000 }),
        whole: fc.integer({ min: 1, max: 15000 }),
        credit: fc.integer({ min: 0, max: 3000 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('topUp' as const), cents: fc.integer({ min: 1, max: 8000 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('buy' as const),
        cents: fc.integer({ min: 1, max: 30000 }),
        price: fc.integer({ min: 0, max: 9000 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('refund' as const),
        topup: fc.nat(2),
        to: fc.constantFrom('REFUND_INITIATED', 'REFUND_INITIATED', 'REFUND_COMPLETED'),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('reverse' as const), payment: fc.nat(5) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('status' as const),
        invoice: fc.nat(2),
        to: fc.constantFrom('PAID', 'VOID', 'UN_COLLECTIBLE', 'REFUND_INITIATED', 'REFUND_COMPLETED'),
      }),
    },
  ),
  { minLength: 10, maxLength: 18, size: 'max' },
);

let accounts = 0;
const amountOf = (cents: number) => cents / 100;
const centsOf = (amount: number) => Math.round(amount * 100);

beforeAll(() => service.sandbox.setClock('2030-01-01T00:00:00Z'));

/** One account with an invoice for each of three months and a draft of the next. */
class Scene {
  readonly accountId = `payer-${++accounts}`;
  invoices: string[] = [];
  payments: string[] = [];
  /** The invoices of what was bought for the wallet, and what went in, in cents. */
  readonly topups = new Map<string, number>();

  async open(): Promise<this> {
    const { now } = await service.sandbox.must.get('/ext/v1/clock');
    const first = Temporal.Instant.from(now).toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 });
    await openPayer(service.sandbox, this.accountId, { rate: RATE, from: first.toString() });
    await service.sandbox.setClock(`${first.add({ months: 2 })}T12:00:00Z`);
    this.invoices = (await listInvoices(service.sandbox, this.accountId)).map(({ id }) => id);
    return this;
  }

  async run(command: Command): Promise<void> {
    const reply = await this.#send(command);
    expect(reply.status, JSON.stringify([command, reply.body.message])).toBeLessThan(500);
    if (reply.status >= 400) return;
    if (command.do !== 'status') await service.sandbox.settle();
    if (command.do === 'pay') this.payments.push(reply.body.id);
    if (command.do === 'buy') await this.#payFor(reply.body, command.cents);
  }

  async #payFor({ invoiceId }: Reply['body'], cents: number): Promise<void> {
    const { status } = await service.sandbox.must.get(`/invoices/${invoiceId}`);
    if (status !== 'PAID') await service.sandbox.must.patch(`/invoices/${invoiceId}`, { status: 'PAID' });
    await service.sandbox.settle();
    this.topups.set(invoiceId, cents);
  }

  #send(command: Command): Promise<Reply> {
    const client = service.sandbox;
    switch (command.do) {
      case 'pay':
        return this.#pay(command);
      case 'topUp':
        return client.post(`/accounts/${this.accountId}/wallet_topup`, {
          topupAmount: amountOf(command.cents),
        });
      case 'buy': {
        const [topupAmount, purchaseAmount] = [amountOf(command.cents), amountOf(command.price)];
        const walletTopupDetails = { topupAmount, purchaseAmount };
        const body = { type: 'WALLET_TOPUP', walletTopupDetails };
        return client.post(`/accounts/${this.accountId}/purchases`, body);
      }
      case 'refund': {
        const id = [...this.topups.keys()].at(command.topup % (this.topups.size || 1)) ?? 'inv.none';
        return client.patch(`/invoices/${id}`, { status: command.to });
      }
      case 'reverse': {
        const id = this.payments[command.payment] ?? 'payment.none';
        return client.post(`/ext/v1/payments/${id}/reverse`, { reason: 'At random' });
      }
      case 'status':
        return client.patch(`/invoices/${this.invoices[command.invoice]}`, { status: command.to });
      default:
        return command satisfies never;
    }
  }

  #pay({ invoice, cents, whole, credit }: Extract<Command, { do: 'pay' }>): Promise<Reply> {
    const platformId = this.invoices[invoice];
    return sendPayment(service.sandbox, {
      accountId: this.accountId,
      totalAmount: amountOf(whole),
      records: [
        { type: 'INVOICE', platformId, order: 2, ...(cents > 0 && { amount: amountOf(cents) }) },
        ...(credit > 0 ? [{ type: 'CREDIT' as const, amount: amountOf(credit), order: 1 }] : []),
      ],
    });
  }

  /** What was received, by the payments and entries that are there, is where it belongs. */
  async check(): Promise<void> {
    const client = service.sandbox;
    const { data: payments } = await client.must.get(`/payments?account_id=${this.accountId}&pageSize=50`);
    const { data: entries } = await client.must.get(`/accounts/${this.accountId}/wallet/entries?pageSize=50`);
    const { data: credits } = await client.must.get(`/credits?account_id=${this.accountId}`);
    const invoices = await listInvoices(client, this.accountId);
    const wallet = await client.must.get(`/accounts/${this.accountId}/wallet`);
    for (const { lineItemRecords, totalAmount } of payments)
      expect(sum(lineItemRecords, ({ amount }) => amount)).toBe(centsOf(totalAmount));
    for (const each of invoices) expect(isTrue(each), JSON.stringify(each)).toBe(true);
    expect(entries[0]?.closingBalance ?? 0).toBe(wallet.balance);
    const held = entries.filter(({ status }: Reply['body']) => status === 'ON_HOLD');
    expect(sum(held, ({ amount }) => amount)).toBe(centsOf(wallet.holdAmount));

    const recorded = payments.filter(({ status }: Reply['body']) => status === 'RECORDED');
    const toppedUp = entries.filter(
      ({ description, entityId }: Reply['body']) => description === 'Top-up' && entityId === undefined,
    );
    const received = sum(recorded, ({ totalAmount }) => totalAmount) + sum(toppedUp, ({ amount }) => amount);
    const refunded = await refundedByHand(invoices);
    const inWallet = centsOf(wallet.balance) + centsOf(wallet.holdAmount);
    const onInvoices = sum(
      invoices.filter(({ id, status }) => status !== 'REFUND_COMPLETED' && !this.topups.has(id)),
      ({ paidAmount }) => paidAmount,
    );
    const sold = invoices.filter(({ id }) => this.topups.has(id));
    const onTheWay = sum(
      sold.filter(({ status }) => status === 'REFUND_INITIATED'),
      ({ metadata }) => Number(metadata.refundAmount),
    );
    const granted = sold.reduce((total, each) => total + this.#grantedWith(each), 0);
    const bought = credits.filter(({ status }: Reply['body']) => status !== 'VOIDED');
    const inCredits = sum(bought, ({ creditAmount }) => creditAmount);
    expect(inWallet - granted + onInvoices + onTheWay + inCredits).toBe(received - refunded);
  }

  /** What a purchase gave on top of its price, less what its refund took of that; in cents. */
  #grantedWith({ id, paidAmount, metadata }: Reply['body']): number {
    const { walletTaken = 0, refundAmount = 0 } = metadata;
    const taken = centsOf(Number(walletTaken)) - centsOf(Number(refundAmount));
    return (this.topups.get(id) ?? 0) - centsOf(paidAmount) - taken;
  }
}

function sum(rows: Reply['body'][], amountIn: (row: Reply['body']) => number): number {
  return rows.reduce((total, row) => total + centsOf(amountIn(row)), 0);
}

/** Invariant 2. */
function isTrue({ status, paidAmount, totalAmount }: Reply['body']): boolean {
  if (paidAmount < 0 || paidAmount > Math.max(0, totalAmount)) return false;
  switch (status) {
    case 'PAID':
      return paidAmount === totalAmount;
    case 'PARTIALLY_PAID':
      return paidAmount > 0 && paidAmount < totalAmount;
    case 'UN_COLLECTIBLE':
      return paidAmount < totalAmount;
    case 'REFUND_INITIATED':
    case 'REFUND_COMPLETED':
      return paidAmount > 0;
    default:
      return paidAmount === 0;
  }
}

async function refundedByHand(invoices: Reply['body'][]): Promise<number> {
  const ended = invoices.filter(({ status }) => status === 'REFUND_COMPLETED');
  return sum(
    ended.flatMap(({ metadata }) => metadata.manualRefunds),
    ({ amount }) => Number(amount),
  );
}

describe(`random payments (seed ${SEED})`, () => {
  it('lose nothing and make nothing', async () => {
    const scenes = fc.asyncProperty(commands, async (history) => {
      const scene = await new Scene().open();
      for (const command of history) await scene.run(command);
      await scene.check();
    });
    await fc.assert(scenes, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    expect(await findMismatches(service)).toEqual([]);
  });
});
