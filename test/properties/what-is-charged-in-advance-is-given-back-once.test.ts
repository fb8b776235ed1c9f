import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { inOrg } from '#test/billing-rows.ts';
import {
  editTimeline,
  grossOf,
  listInvoices,
  openAccount,
  publishPlan,
  sellFee,
} from '#test/billing-scenario.ts';
import { rounds } from '#test/effort.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { licenseCard, sellSeats, setSeats } from '#test/license-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';
import { NaiveDays, type NaivePlan } from '../naive/days-in-advance.ts';

/**
 * Random histories of an account that is charged in advance. Whatever is paid, credited, refunded, made void,
 * settled and taken over in whatever order: no line and no tax gives back more than it charged, no more money
 * goes back than came in, and where days and licences alone decide, what is charged in the end is what the
 * days cost, added up one by one (`test/naive/days-in-advance.ts`).
 */
const service = useService();
const SEED = Number(process.env.GIVE_BACK_SEED ?? Date.now() % 1_000_000);
const RUNS = rounds({ everyday: 3, full: 40, setting: 'GIVE_BACK_RUNS' });
const MODES = ['CREDITS', 'WALLET', 'PAYMENT'] as const;

type Mode = (typeof MODES)[number];
type Command =
  | { do: 'days'; days: number }
  | { do: 'pay'; invoice: number; percent: number }
  | { do: 'note'; invoice: number; line: number; percent: number; of: 'LINE' | 'ALL' | 'AMOUNT' }
  | { do: 'refund'; invoice: number; isComplete: boolean }
  | { do: 'void'; invoice: number }
  | { do: 'reissue'; invoice: number }
  | { do: 'end'; days: number }
  | { do: 'change'; plan: number; days: number }
  | { do: 'replace'; plan: number }
  | { do: 'seats'; by: number }
  | { do: 'promote'; cents: number };

const invoice = fc.nat(7);
const percent = fc.integer({ min: 1, max: 100 });
const plan = fc.nat(2);
const always = <T extends string>(word: T) => fc.constant(word);
/** What days and licences alone decide. */
const ofDays = [
  { weight: 6, arbitrary: fc.record({ do: always('days'), days: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ do: always('end'), days: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 4, arbitrary: fc.record({ do: always('change'), plan, days: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ do: always('replace'), plan }) },
  { weight: 5, arbitrary: fc.record({ do: always('seats'), by: fc.integer({ min: -4, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: always('promote'), cents: fc.integer({ min: 1, max: 6000 }) }) },
  { weight: 4, arbitrary: fc.record({ do: always('pay'), invoice, percent }) },
];
const ofPeople = [
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ do: always('note'), invoice, line: fc.nat(3), percent },
      of: fc.constantFrom('LINE' as const, 'LINE' as const, 'ALL' as const, 'AMOUNT' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: always('refund'), invoice, isComplete: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: always('void'), invoice }) },
  { weight: 1, arbitrary: fc.record({ do: always('reissue'), invoice }) },
];
const size = { minLength: 8, maxLength: 18, size: 'max' } as const;
const history = fc.record({
  mode: fc.constantFrom(...MODES),
  feeMode: fc.constantFrom(...MODES),
  fee: fc.integer({ min: 100, max: 9999 }),
  seat: fc.integer({ min: 50, max: 3000 }),
  commands: fc.oneof(
    fc.array(fc.oneof(...ofDays) as fc.Arbitrary<Command>, size),
    fc.array(fc.oneof(...ofDays, ...ofPeople) as fc.Arbitrary<Command>, size),
  ),
});

let client: Client;
let fee: string;
let seats: string;
let histories = 0;

interface Prices {
  /** Of seats, and of the fee: how unused days go back. */
  mode: Mode;
  feeMode: Mode;
  /** In cents. */
  fee: number;
  seat: number;
}

interface SoldPlan extends NaivePlan {
  id: string;
}

/** An account from the first of a month on. */
class Account {
  readonly id = `advance-${++histories}`;
  readonly #plans: SoldPlan[] = [];
  readonly log: string[] = [];
  #days = new NaiveDays(Temporal.PlainDate.from('2030-01-01'), 1);
  #today = Temporal.PlainDate.from('2030-01-01');
  /** When the running schedules began. */
  #starts: { from: Temporal.PlainDate; plan: SoldPlan | null }[] = [];
  #isLeftAlone = true;
  #settled = 0;

  async open(prices: Prices): Promise<this> {
    const { now } = await client.must.get('/ext/v1/clock');
    const first = Temporal.Instant.from(now).toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 });
    const start = first.add({ months: 1 });
    await this.#moveTo(start);
    this.#days = new NaiveDays(start, 250);
    await openAccount(client, this.id);
    for (const [index, factor] of [100, 173, 61].entries())
      this.#plans.push(await this.#publish(`${this.id} ${index}`, { ...prices, factor }));
    await this.#setSeats(3);
    await this.#edit(start, this.#plans[0] ?? null);
    return this;
  }

  async #publish(name: string, terms: Prices & { factor: number }): Promise<SoldPlan> {
    const { mode, feeMode: proratedRefundMode, factor } = terms;
    const priceOf = (cents: number) => Math.round(cents * factor) / 10_000;
    const prices = { fee: priceOf(terms.fee), seat: priceOf(terms.seat) };
    const feeTerms = { type: 'RECURRING', rateValues: [{ currency: 'USD', rate: prices.fee }] };
    const fixedFeeRateCard = { ...feeTerms, enableProration: true, proratedRefundMode };
    const id = await publishPlan(client, {
      ...{ name, isOngoing: true },
      cards: [
        { type: 'FIXED_FEE', billableId: fee, timing: 'IN_ADVANCE', details: { fixedFeeRateCard } },
        licenseCard(seats, { slabs: [{ rate: prices.seat }], timing: 'IN_ADVANCE', refundMode: mode }),
      ],
    });
    return { id, ...prices };
  }

  async #moveTo(day: Temporal.PlainDate): Promise<void> {
    await client.setClock(`${day}T12:00:00Z`);
    this.#today = day;
  }

  async #setSeats(quantity: number): Promise<void> {
    await setSeats(client, seats, {
      account: this.id,
      quantity: String(quantity),
      from: `${this.#today}T12:00:00Z`,
    });
    this.#days.setSeats(quantity, this.#today);
  }

  async #edit(from: Temporal.PlainDate, sold: SoldPlan | null): Promise<void> {
    await editTimeline(client, this.id, [{ from: String(from), ...(sold && { planId: sold.id }) }]);
    this.#days.setPlan(sold, from);
    const before = this.#starts.filter((each) => Temporal.PlainDate.compare(each.from, from) < 0);
    this.#starts = [...before, { from, plan: sold }];
    this.#settled += 2;
  }

  /** The first day of the running cycle. */
  get #cycleStart(): Temporal.PlainDate | null {
    const running = this.#starts
      .filter(({ from }) => Temporal.PlainDate.compare(from, this.#today) <= 0)
      .at(-1);
    if (!running?.plan) return null;
    const month = this.#today.with({ day: 1 });
    return Temporal.PlainDate.compare(running.from, month) < 0 ? month : running.from;
  }

  async run(command: Command): Promise<void> {
    const response = await this.#do(command);
    this.log.push(`${this.#today} ${JSON.stringify(command)} ${response}`);
  }

  async #do(command: Command): Promise<string> {
    switch (command.do) {
      case 'days':
        await this.#moveTo(this.#today.add({ days: command.days }));
        return '';
      case 'end':
        await this.#edit(this.#today.add({ days: command.days }), null);
        return '';
      case 'change':
        await this.#edit(this.#today.add({ days: command.days }), this.#plans[command.plan] ?? null);
        return '';
      case 'replace': {
        const start = this.#cycleStart;
        if (!start) return 'no cycle is running';
        await this.#edit(start, this.#plans[command.plan] ?? null);
        return `from ${start}`;
      }
      case 'seats':
        await this.#setSeats(Math.max(0, this.#days.seats + command.by));
        this.#settled += 2;
        return '';
      case 'promote': {
        const terms = { purpose: 'Promo', effectiveFrom: String(this.#today), priority: 1 };
        const creditRequests = [{ accountId: this.id, ...terms, creditAmount: command.cents / 100 }];
        await client.must.post('/credits', { creditRequests });
        return '';
      }
      default:
        return this.#doToInvoice(command);
    }
  }

  async #doToInvoice(command: Extract<Command, { invoice: number }>): Promise<string> {
    const bills = await this.#bills();
    const bill = bills[command.invoice % bills.length];
    if (!bill) return 'nothing is billed';
    const replies = await this.#send(bill, command);
    for (const { status, body } of replies) if (status >= 500) throw new Error(`${status} ${body.message}`);
    const last = replies.at(-1);
    const isDone = replies.some(({ status }) => status < 300);
    if (isDone && command.do !== 'pay') this.#isLeftAlone = false;
    await client.settle();
    return `${bill.id} ${last?.status} ${(last?.status ?? 0) >= 300 ? last?.body.message : ''}`;
  }

  async #send(bill: Reply['body'], command: Extract<Command, { invoice: number }>): Promise<Reply[]> {
    const path = `/invoices/${bill.id}`;
    switch (command.do) {
      case 'pay': {
        const cents = Math.round((bill.totalAmount - bill.paidAmount) * command.percent);
        if (cents <= 0) return [];
        const amount = cents / 100;
        const records = [{ type: 'INVOICE' as const, platformId: bill.id, amount, order: 1 }];
        return [await sendPayment(client, { accountId: this.id, totalAmount: amount, records })];
      }
      case 'note':
        return [
          await client.post(`/ext/v1${path}/credit_notes`, { reason: 'Goodwill', ...noteOf(bill, command) }),
        ];
      case 'refund': {
        const begun = await client.patch(path, { status: 'REFUND_INITIATED' });
        if (!command.isComplete) return [begun];
        return [begun, await client.patch(path, { status: 'REFUND_COMPLETED' })];
      }
      case 'void':
        return [await client.patch(path, { status: 'VOID' })];
      case 'reissue': {
        const made = await client.post(`/ext/v1${path}/reissue`, {});
        if (made.status >= 300) return [made];
        return [made, await client.patch(`/invoices/${made.body.id}`, { status: 'DUE' })];
      }
      default:
        return command satisfies never;
    }
  }

  /** Of days in advance, as they were issued. */
  async #bills(): Promise<Reply['body'][]> {
    const all = await listInvoices(client, this.id);
    return all.filter(({ invoiceType, status }) => /ADVANCED/.test(invoiceType) && status !== 'DRAFT');
  }

  /** The plan ends, everything is settled, and what was given back is compared. */
  async close(): Promise<void> {
    await this.#edit(this.#today.add({ days: 1 }), null);
    await this.#moveTo(this.#today.with({ day: 1 }).add({ months: 2 }));
    const all = await listInvoices(client, this.id);
    for (const { id, status } of all)
      if (status === 'REFUND_INITIATED')
        await client.patch(`/invoices/${id}`, { status: 'REFUND_COMPLETED' });
    await this.#moveTo(this.#today.add({ days: 3 }));
    const { charged, given } = await this.#chargedAndGiven();
    expect(charged - given).toBeGreaterThan(-0.005);
    if (this.#isLeftAlone) {
      const lines = this.#settled + 12;
      expect(Math.abs(charged - given - this.#days.cost())).toBeLessThanOrEqual(0.01 * lines);
    }
    const { received, returned } = await this.#money();
    expect(returned).toBeLessThanOrEqual(received + 0.005);
  }

  /** Before taxes: of bills that hold, and of notes, settlements and what these gave credits back. */
  async #chargedAndGiven(): Promise<{ charged: number; given: number }> {
    const all = await listInvoices(client, this.id);
    const bills = all.filter(({ invoiceType, status }) => {
      return /ADVANCED/.test(invoiceType) && status !== 'DRAFT' && status !== 'VOID';
    });
    const notes = all.filter(({ metadata, status }) => metadata.creditNoteFor && status !== 'VOID');
    const held = bills.filter(({ status }) => status !== 'REFUND_COMPLETED').map(({ id }) => id);
    return inOrg(service, 'sandbox', async (tx, { orgId }) => {
      const { rows } = await sql<{ settled: string; restored: string }>`
        select coalesce((select sum(credit_amount) from credits where org_id = ${orgId}
            and account_id = ${this.id} and status <> 'VOIDED'
            and idempotency_key like '%#refund.%'), 0) as settled,
          coalesce((select sum(amount) from credit_transactions
            where org_id = ${orgId} and transaction_type = 'CREDITED'
            and invoice_id = any(${held})), 0) as restored
        `.execute(tx);
      const { settled = '0', restored = '0' } = rows[0] ?? {};
      return {
        charged: sum(bills.map(grossOf)),
        given: Number(settled) + Number(restored) - sum(notes.map(grossOf)),
      };
    });
  }

  /** What there is, for whoever reads a failure. */
  async describe(): Promise<string> {
    const all = await listInvoices(client, this.id);
    const { data: credits } = await client.must.get(`/credits?account_id=${this.id}&pageSize=50`);
    return [
      ...this.log,
      ...all.flatMap(({ id, invoiceType, status, totalAmount, startDate, revenueInfo }) => [
        `${id} ${invoiceType} ${status} ${totalAmount} from ${startDate}`,
        ...chargedLines(revenueInfo).map(({ value, description }) => `    ${value} ${description}`),
      ]),
      ...credits.map(({ creditAmount, consumedAmount, status, purpose }: Reply['body']) => {
        return `credit ${creditAmount} (${consumedAmount}) ${status} ${purpose}`;
      }),
    ].join('\n');
  }

  /** What was paid in, and what is in the wallet or was given back by hand. */
  async #money(): Promise<{ received: number; returned: number }> {
    const { data: payments } = await client.must.get(`/payments?account_id=${this.id}&pageSize=50`);
    const { balance, holdAmount } = await client.must.get(`/accounts/${this.id}/wallet`);
    const all = await listInvoices(client, this.id);
    const byHand = all
      .filter(({ status }) => status === 'REFUND_COMPLETED')
      .flatMap(({ metadata }) => metadata.manualRefunds ?? [])
      .map(({ amount }: Reply['body']) => Number(amount));
    return {
      received: sum(payments.map(({ totalAmount }: Reply['body']) => totalAmount)),
      returned: balance + holdAmount + sum(byHand),
    };
  }
}

function noteOf(bill: Reply['body'], { of, line, percent: part }: Extract<Command, { do: 'note' }>) {
  if (of === 'ALL') return {};
  const round = (value: number) => Math.max(0.01, Math.round(value * part) / 100);
  if (of === 'AMOUNT') return { amount: round(grossOf(bill)) };
  const lines = chargedLines(bill.revenueInfo);
  const { id, value } = lines[line % lines.length] ?? { id: fee, value: 1 };
  return { lineItems: [{ lineId: id, amount: round(value) }] };
}

function chargedLines(item: Reply['body']): { id: string; value: number; description: string }[] {
  const below = item.lineItems.flatMap(chargedLines);
  return /^ADVANCED|^CUSTOM/.test(item.type) ? [item, ...below] : below;
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

beforeAll(async () => {
  client = service.sandbox;
  await client.setClock('2030-01-01T00:00:00Z');
  await client.must.post('/settings', {
    ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', id: 'TAX_RATES' },
    ...{ name: 'Taxes', dataType: 'JSON' },
    value: JSON.stringify([
      { name: 'VAT', rate: '0.19' },
      { name: 'City', rate: '0.0725' },
    ]),
  });
  fee = await sellFee(client, 'Fee');
  seats = await sellSeats(client, 'Seats');
});

describe(`random charges in advance (seed ${SEED})`, () => {
  it('are given back once', { timeout: 60_000 + RUNS * 30_000 }, async () => {
    const property = fc.asyncProperty(history, async ({ commands, ...prices }) => {
      const account = await new Account().open(prices);
      try {
        for (const command of commands) await account.run(command);
        await account.close();
        const names = /invoices\.|credits\.|wallets\.|ledger/;
        expect(await findMismatches(service, { names })).toEqual([]);
      } catch (error) {
        console.error(`${account.id} ${JSON.stringify(prices)}\n${await account.describe()}`);
        throw error;
      }
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    expect(await findMismatches(service)).toEqual([]);
  });
});
