import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { listInvoices } from '#test/billing-scenario.ts';
import { rounds } from '#test/effort.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { openPayer } from '#test/group-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';
import {
  callProviders,
  connect,
  type Decision,
  type Fault,
  inAMoment,
  LOCAL_CONNECTOR,
  listRequests,
  signEvent,
  useScriptedProvider,
} from '#test/scripted-provider.ts';

/**
 * Invariants 2, 5 and 6 of money-platform.md 22 while a provider collects, over random histories: it answers
 * late, wrongly, twice or never, its events come twice and in any order, and meanwhile invoices are paid by
 * hand, given up, void and refunded. What the provider charged and did not give back, by its own books, is
 * what the payments say that came from it.
 */
const service = useService(LOCAL_CONNECTOR);
const provider = useScriptedProvider();
const client = () => service.sandbox;
const SEED = Number(process.env.PROVIDER_SEED ?? Date.now() % 1_000_000);
const RUNS = rounds({ everyday: 4, full: 16 });

type Command =
  | { do: 'call'; decision: Decision; faults: Fault[] }
  | { do: 'payer pays'; invoice: number; cents: number }
  | { do: 'event again'; which: number }
  | { do: 'pay by hand'; invoice: number; cents: number }
  | { do: 'status'; invoice: number; to: string }
  | { do: 'days'; count: number };

const oneOf = <T extends string>(...values: T[]) => fc.constantFrom(...values);
const invoice = fc.nat(2);
const commands = fc.array(
  fc.oneof(
    fc.record({
      do: oneOf('call'),
      decision: oneOf<Decision>('SUCCEED', 'REFUSE', 'WAIT', 'WAIT'),
      faults: fc.array(oneOf<Fault>('OK', 'SILENT', 'BROKEN', 'AWAY'), { maxLength: 3 }),
    }),
    fc.record({ do: oneOf('payer pays'), invoice, cents: fc.integer({ min: 1, max: 15_000 }) }),
    fc.record({ do: oneOf('event again'), which: fc.nat(9) }),
    fc.record({ do: oneOf('pay by hand'), invoice, cents: fc.integer({ min: 1, max: 12_000 }) }),
    fc.record({
      do: oneOf('status'),
      invoice,
      to: oneOf('PAID', 'VOID', 'UN_COLLECTIBLE', 'REFUND_INITIATED', 'REFUND_INITIATED'),
    }),
    fc.record({ do: oneOf('days'), count: fc.integer({ min: 1, max: 4 }) }),
  ),
  { minLength: 8, maxLength: 14, size: 'max' },
) as fc.Arbitrary<Command[]>;

let secret: string;
let accounts = 0;
beforeAll(async () => {
  await client().setClock('2030-01-01T00:00:00Z');
  secret = await connect(client(), provider);
});

/** One account with an invoice of 100 for each of three months. */
class Scene {
  readonly accountId = `payer-${++accounts}`;
  invoices: string[] = [];
  events: object[] = [];
  /** Amounts of refunds that the provider has yet to give back, by id. */
  readonly waiting = new Map<string, string>();
  calls = 0;

  async open(): Promise<this> {
    provider.charges.clear();
    provider.refunds.clear();
    provider.faults.length = 0;
    const { now } = await client().must.get('/ext/v1/clock');
    const first = Temporal.Instant.from(now).toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 });
    const from = first.add({ months: 1 });
    const until = from.add({ months: 3 });
    await openPayer(client(), this.accountId, {
      ...{ rate: 100, from: from.toString(), until: until.toString() },
    });
    await client().setClock(`${until}T12:00:00Z`);
    this.invoices = (await listInvoices(client(), this.accountId)).map(({ id }) => id);
    expect(this.invoices).toHaveLength(3);
    return this;
  }

  async run(command: Command): Promise<void> {
    switch (command.do) {
      case 'call':
        provider.decide = ({ refundId, amount }) => {
          if (command.decision === 'WAIT' && refundId) this.waiting.set(refundId, amount);
          else this.waiting.delete(refundId);
          return command.decision;
        };
        provider.faults.push(...command.faults);
        return this.call();
      case 'payer pays':
        return this.#payerPays(command);
      case 'event again': {
        const event = this.events[command.which];
        return event ? this.#send(event) : undefined;
      }
      case 'pay by hand': {
        const platformId = this.invoices[command.invoice];
        const totalAmount = command.cents / 100;
        const records = [{ type: 'INVOICE' as const, platformId, order: 1 }];
        return this.#expectNoFault(
          await sendPayment(client(), { accountId: this.accountId, totalAmount, records }),
        );
      }
      case 'status': {
        const path = `/invoices/${this.invoices[command.invoice]}`;
        return this.#expectNoFault(await client().patch(path, { status: command.to }));
      }
      case 'days': {
        const { now } = await client().must.get('/ext/v1/clock');
        return client().setClock(
          Temporal.Instant.from(now)
            .add({ hours: 24 * command.count })
            .toString(),
        );
      }
      default:
        return command satisfies never;
    }
  }

  /** Each time an hour later of real time, so that what was not answered is asked again. */
  call(): Promise<void> {
    this.calls += 1;
    return callProviders(service, { at: inAMoment().add({ minutes: 61 * this.calls }), timeoutMs: 150 });
  }

  /** The payer follows a link, whatever became of the request meanwhile; links are used once. */
  async #payerPays({ invoice: index, cents }: { invoice: number; cents: number }): Promise<void> {
    const requests = await listRequests(client(), this.invoices[index] ?? '');
    // What the provider was never asked for has no link.
    const isKnown = (id: string) => provider.requested.some(({ key }) => key === id);
    const request = requests.find(
      ({ id, call }) => call === 'ANSWERED' && isKnown(id) && !provider.charges.has(id),
    );
    if (!request) return;
    const { id: requestId } = request;
    const amount = String(cents / 100);
    provider.charges.set(requestId, { id: `prov-${requestId}`, about: requestId, amount });
    const failed = signEvent(secret, { requestId, status: 'FAILED', reason: 'the first card' });
    const paid = signEvent(secret, { requestId, status: 'SUCCEEDED', amount });
    this.events.push(failed, paid);
    await this.#send(paid);
  }

  async #send(event: object): Promise<void> {
    await this.#expectNoFault(await client().post('/ext/v1/payment_provider/events', event));
  }

  #expectNoFault({ status, body }: Reply): Promise<void> {
    expect(status, JSON.stringify(body)).toBeLessThan(500);
    return client().settle();
  }

  /** Everything that was left open is answered in the end. */
  async end(): Promise<void> {
    provider.faults.length = 0;
    provider.decide = () => 'SUCCEED';
    for (let i = 0; i < 3; i++) await this.call();
    for (const event of this.events.toReversed()) await this.#send(event);
    for (const [refundId, amount] of this.waiting) {
      if (provider.refunds.has(refundId)) continue;
      provider.refunds.set(refundId, { id: `prov-${refundId}`, about: refundId, amount });
      await this.#send(signEvent(secret, { refundId, status: 'SUCCEEDED' }));
    }
    // What was paid by hand goes back by hand, beside what the provider gave back.
    for (const { id, status } of await listInvoices(client(), this.accountId)) {
      if (status !== 'REFUND_INITIATED') continue;
      await this.#expectNoFault(await client().patch(`/invoices/${id}`, { status: 'REFUND_COMPLETED' }));
    }
  }

  async check(): Promise<void> {
    const { data: payments } = await client().must.get(`/payments?account_id=${this.accountId}&pageSize=50`);
    for (const { lineItemRecords, totalAmount } of payments)
      expect(cents(lineItemRecords)).toBe(Math.round(totalAmount * 100));
    const collected = payments.filter(isCollected);
    // Accounts of the scenes before are asked again meanwhile, by the calendar.
    const { data: requests } = await client().must.get(
      `/ext/v1/payment_requests?account_id=${this.accountId}`,
    );
    const own = new Set(requests.map(({ id }: Reply['body']) => id));
    const charged = [...provider.charges.values()].filter(({ about }) => own.has(about));
    expect(cents(collected, 'totalAmount')).toBe(cents(charged));
    expect(collected.length).toBe(charged.length);
    const invoices = await listInvoices(client(), this.accountId);
    for (const each of invoices) expect(isTrue(each), JSON.stringify(each)).toBe(true);
    const wallet = await client().must.get(`/accounts/${this.accountId}/wallet`);
    const { data: entries } = await client().must.get(`/accounts/${this.accountId}/wallet/entries`);
    expect(entries[0]?.closingBalance ?? 0).toBe(wallet.balance);
    // What came in is on invoices and in the wallet, but for what was given back.
    const kept = invoices.filter(({ status }) => status !== 'REFUND_COMPLETED');
    const ended = invoices.filter(({ status }) => status === 'REFUND_COMPLETED');
    const back = ended.flatMap(({ metadata }) => [
      ...(metadata.manualRefunds ?? []),
      ...(metadata.providerRefunds ?? []),
    ]);
    expect(cents(kept, 'paidAmount') + Math.round(wallet.balance * 100)).toBe(
      cents(payments, 'totalAmount') - cents(back),
    );
    const requested = ended.flatMap(({ metadata }) => metadata.providerRefunds ?? []);
    expect(cents([...provider.refunds.values()])).toBe(cents(requested));
  }
}

const isCollected = ({ externalPaymentReferences: { metadata } }: Reply['body']) =>
  metadata?.paymentRequestId !== undefined;

function cents(rows: Reply['body'][], member = 'amount'): number {
  return rows.reduce((total, row) => total + Math.round(Number(row[member]) * 100), 0);
}

/** Invariant 2. */
function isTrue({ status, paidAmount, totalAmount }: Reply['body']): boolean {
  if (paidAmount < 0 || paidAmount > totalAmount) return false;
  if (status === 'PAID') return paidAmount === totalAmount;
  if (status === 'PARTIALLY_PAID') return paidAmount > 0 && paidAmount < totalAmount;
  if (status === 'UN_COLLECTIBLE') return paidAmount < totalAmount;
  return status.startsWith('REFUND_') ? paidAmount > 0 : paidAmount === 0;
}

describe(`random histories of a provider (seed ${SEED})`, () => {
  it('leave the same in its books and in ours', { timeout: 120_000 }, async () => {
    const scenes = fc.asyncProperty(commands, async (history) => {
      const scene = await new Scene().open();
      for (const command of history) await scene.run(command);
      await scene.end();
      await scene.check();
    });
    await fc.assert(scenes, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    expect(await findMismatches(service)).toEqual([]);
  });
});
