import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formGroup, openPayer } from '#test/group-scenario.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { type Client, type Reply, useService } from '#test/running-app.ts';

/**
 * Whatever happens in whatever order: each entry of the journal is balanced, RECEIVABLES moves as the
 * receivables do, wallets and credits have what their accounts say, and a day that is over stays as it was.
 */
const service = useService();
const SEED = Number(process.env.JOURNAL_SEED ?? Date.now() % 1_000_000);
const RUNS = Number(process.env.JOURNAL_RUNS ?? 2);

const nth = fc.nat(7);
const cents = fc.integer({ min: 1, max: 15000 });
const commands = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('owe' as const), account: fc.nat(3), cents }) },
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('pay' as const), invoice: nth, cents, whole: cents }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('topUp' as const), account: fc.nat(2), cents }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('buy' as const), account: fc.nat(2), cents, price: cents }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('grant' as const), account: fc.nat(2), cents }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('convert' as const), account: fc.nat(2), cents }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('reverse' as const), payment: nth }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('note' as const), invoice: nth, cents }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reissue' as const), invoice: nth }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 12 }) }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('status' as const),
        invoice: nth,
        to: fc.constantFrom('PAID', 'VOID', 'UN_COLLECTIBLE', 'REFUND_INITIATED', 'REFUND_COMPLETED'),
      }),
    },
  ),
  { minLength: 14, maxLength: 24, size: 'max' },
);
type Command = (typeof commands extends fc.Arbitrary<infer T> ? T : never)[number];

const amountOf = (value: number) => value / 100;
const centsOf = (amount: number) => Math.round(amount * 100);

interface Line {
  entryId: string;
  date: string;
  kind: string;
  account: string;
  debit: number;
  credit: number;
}

/** Three accounts, two of them in a group, with a monthly fee and a tax, and whatever is owed beside it. */
class Books {
  readonly client: Client;
  accounts: string[] = [];
  group = '';
  payments: string[] = [];
  from = '';

  constructor(client: Client) {
    this.client = client;
  }

  async open(): Promise<this> {
    this.accounts = ['alone', 'first', 'second'];
    this.from = '2030-01-01';
    await this.client.setClock(`${this.from}T09:00:00Z`);
    await setTaxes(this.client);
    for (const id of this.accounts) await openPayer(this.client, id, { rate: 100, from: this.from });
    this.group = await formGroup(this.client, { accounts: this.accounts.slice(1) });
    await this.client.setClock('2030-02-01T09:00:00Z');
    return this;
  }

  async #today(): Promise<Temporal.PlainDate> {
    const { now } = await this.client.must.get('/ext/v1/clock');
    return Temporal.Instant.from(now).toZonedDateTimeISO('UTC').toPlainDate();
  }

  async run(command: Command): Promise<void> {
    const reply = await this.#send(command);
    expect(reply.status, JSON.stringify([command, reply.body.message])).toBeLessThan(500);
    await this.client.settle();
    if (command.do === 'pay' && reply.status === 201) this.payments.push(reply.body.id);
    if (command.do !== 'buy' || reply.status !== 201) return;
    const { invoiceId } = reply.body;
    if (invoiceId) await this.client.patch(`/invoices/${invoiceId}`, { status: 'PAID' });
    await this.client.settle();
  }

  async #send(command: Command): Promise<Reply> {
    const { client } = this;
    const account = 'account' in command ? (this.accounts[command.account] ?? null) : null;
    switch (command.do) {
      case 'owe': {
        const [id, ownerType] = account ? [account, 'ACCOUNT'] : [this.group, 'INVOICE_GROUP'];
        const amount = amountOf(command.cents) * (command.cents % 7 === 0 ? -1 : 1);
        return {
          status: 201,
          body: await owe(client, id, { amount, ownerType: ownerType as 'ACCOUNT' }),
        } as Reply;
      }
      case 'pay':
        return this.#pay(command);
      case 'topUp':
        return client.post(`/accounts/${account}/wallet_topup`, { topupAmount: amountOf(command.cents) });
      case 'buy': {
        const walletTopupDetails = {
          topupAmount: amountOf(command.cents),
          purchaseAmount: amountOf(command.price),
        };
        return client.post(`/accounts/${account}/purchases`, { type: 'WALLET_TOPUP', walletTopupDetails });
      }
      case 'grant': {
        const effectiveFrom = (await this.#today()).toString();
        const effectiveUntil = Temporal.PlainDate.from(effectiveFrom).add({ days: 20 }).toString();
        const credit = { accountId: account, purpose: 'Gift', effectiveFrom, effectiveUntil };
        const creditRequests = [{ ...credit, creditAmount: amountOf(command.cents), priority: 5 }];
        return client.post('/credits', { creditRequests });
      }
      case 'convert':
        return client.post(`/accounts/${account}/wallet/convert`, { amount: amountOf(command.cents) });
      case 'reverse':
        return client.post(`/ext/v1/payments/${this.payments.at(command.payment) ?? 'none'}/reverse`, {
          reason: 'At random',
        });
      case 'note': {
        const invoice = await this.#invoice(command.invoice);
        const body = { reason: 'At random', amount: amountOf(command.cents) };
        return client.post(`/ext/v1/invoices/${invoice?.id ?? 'none'}/credit_notes`, body);
      }
      case 'reissue': {
        const invoice = await this.#invoice(command.invoice);
        return client.post(`/ext/v1/invoices/${invoice?.id ?? 'none'}/reissue`, {});
      }
      case 'wait': {
        const day = (await this.#today()).add({ days: command.days });
        await client.setClock(`${day}T09:00:00Z`);
        return { status: 200, body: {} } as Reply;
      }
      case 'status': {
        const invoice = await this.#invoice(command.invoice);
        return client.patch(`/invoices/${invoice?.id ?? 'none'}`, { status: command.to });
      }
      default:
        return command satisfies never;
    }
  }

  async #pay({ invoice: index, cents: part, whole }: Extract<Command, { do: 'pay' }>): Promise<Reply> {
    const invoice = await this.#invoice(index);
    // Without an amount: as much as is open, and the rest to the wallet.
    const partly = part % 3 === 0 && { amount: amountOf(Math.min(part, whole)) };
    const records = [{ type: 'INVOICE' as const, platformId: invoice?.id, ...partly, order: 1 }];
    const accountId = invoice?.accountId ?? (this.accounts[1] as string);
    return sendPayment(this.client, { accountId, totalAmount: amountOf(whole), records });
  }

  async #invoices(): Promise<Reply['body'][]> {
    const owners = [...this.accounts, this.group];
    const lists = await Promise.all(
      owners.map((id) => this.client.must.get(`/invoices?owner_id=${id}&pageSize=50`)),
    );
    return lists.flatMap(({ data }) => data);
  }

  async #invoice(index: number): Promise<Reply['body'] | undefined> {
    const issued = (await this.#invoices()).filter(({ status }) => status !== 'DRAFT');
    return issued[index % (issued.length || 1)];
  }

  /** All lines of these books, month by month. */
  async lines(): Promise<Line[]> {
    const lines: Line[] = [];
    const end = (await this.#today()).add({ days: 1 });
    let from = Temporal.PlainDate.from(this.from);
    while (Temporal.PlainDate.compare(from, end) < 0) {
      const to = from.add({ days: 31 });
      let token = '';
      do {
        const path = `/ext/v1/journal/lines?from=${from}&to=${to}&pageSize=100`;
        const query: string = token ? `&nextToken=${encodeURIComponent(token)}` : '';
        const { data, nextToken } = await this.client.must.get(path + query);
        lines.push(...data);
        token = nextToken;
      } while (token);
      from = to;
    }
    return lines;
  }

  async check(): Promise<Line[]> {
    const lines = await this.lines();
    const entries = Map.groupBy(lines, ({ entryId }) => entryId);
    for (const entry of entries.values()) expect(sum(entry), JSON.stringify(entry)).toBe(0);
    const of = (account: string) => sum(lines.filter((line) => line.account === account));
    const { totals } = await this.client.must.get('/ext/v1/receivables');
    const open = totals.find(({ currency }: Reply['body']) => currency === 'USD');
    expect([this.#told(lines), of('RECEIVABLES')]).toEqual([
      this.#told(lines),
      centsOf(open?.outstandingAmount ?? 0),
    ]);
    await this.#checkStatements();
    expect(of('CUSTOMER_BALANCES')).toBe(0 - centsOf(open?.unappliedAmount ?? 0));
    expect(of('CREDITS')).toBe(0 - (await this.#credits()));
    return lines;
  }

  /** The closing balance of a statement of account is what receivables show. */
  async #checkStatements(): Promise<void> {
    const { data } = await this.client.must.get('/ext/v1/receivables');
    const from = (await this.#today()).subtract({ days: 5 });
    for (const { debtorType, debtorId, currency, outstandingAmount } of data) {
      const debtor = debtorType === 'CUSTOMER' ? 'customer_id' : 'invoice_group_id';
      const path = `/ext/v1/statement?${debtor}=${debtorId}&currency=${currency}&from=${from}`;
      const { opening, closing, entries } = await this.client.must.get(path);
      expect([debtorId, closing]).toEqual([debtorId, outstandingAmount]);
      const moved = entries.reduce((total: number, { amount }: Reply['body']) => total + centsOf(amount), 0);
      expect(centsOf(opening) + moved).toBe(centsOf(closing));
    }
  }

  #told(lines: readonly Line[]): string {
    const receivable = lines.filter(({ account }) => account === 'RECEIVABLES');
    return receivable.map(({ kind, debit, credit }) => `${kind} ${debit - credit}`).join('; ');
  }

  async #credits(): Promise<number> {
    const lists = await Promise.all(
      this.accounts.map((id) => this.client.must.get(`/credits?account_id=${id}&pageSize=50`)),
    );
    const live = lists.flatMap(({ data }) => data).filter(({ status }) => status === 'ACTIVE');
    return live.reduce(
      (total, { creditAmount, consumedAmount }) => total + centsOf(creditAmount) - centsOf(consumedAmount),
      0,
    );
  }
}

function sum(lines: readonly Line[]): number {
  return lines.reduce((total, { debit, credit }) => total + centsOf(debit) - centsOf(credit), 0);
}

let organizations = 0;

function setTaxes(client: Client): Promise<unknown> {
  const owner = { entityType: 'ORGANIZATION', entityId: `books-${organizations}`, namespace: 'PLATFORM' };
  const value = JSON.stringify([{ name: 'VAT', rate: '0.19' }]);
  return client.must.post('/settings', { ...owner, id: 'TAX_RATES', name: 'Taxes', dataType: 'JSON', value });
}

describe(`the journal of random histories (seed ${SEED})`, () => {
  it('is balanced, agrees with receivables, and keeps days that are over', async () => {
    const histories = fc.asyncProperty(commands, async (history) => {
      const { sandbox } = await service.createOrganization(`books-${++organizations}`);
      const books = await new Books(sandbox).open();
      let kept: Line[] = [];
      for (const command of history) {
        await books.run(command);
        if (command.do === 'wait') kept = await books.check();
      }
      const lines = await books.check();
      const { date: last = '' } = kept.at(-1) ?? {};
      // An order that becomes an invoice later has another number then.
      const over = (all: readonly Line[]) =>
        all.filter(({ date }) => date < last).map((line) => ({ ...line, sequenceId: null }));
      expect(over(lines)).toEqual(over(kept));
    });
    await fc.assert(histories, { numRuns: RUNS, seed: SEED, endOnFailure: true });
  });
});
