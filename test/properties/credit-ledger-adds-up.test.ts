import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CreditHold,
  consumeCredits,
  forfeitCredit,
  replaceHolds,
  restoreCredits,
} from '#areas/credits/index.ts';
import { type Decimal, decimal, decimalText } from '#core/decimal.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { inOrg, insertInvoice } from '#test/billing-rows.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { rounds } from '#test/effort.ts';
import { useService } from '#test/running-app.ts';

/**
 * Invariant 3 of money-platform.md 22, whatever happens to credits in whatever order: consumed = Σ DEBITED −
 * Σ restored; consumed + expired + voided ≤ creditAmount; hold ≤ remaining. What the ledger says is compared
 * with a model that knows nothing but additions.
 */
const service = useService();
const SEED = Number(process.env.CREDIT_SEED ?? Date.now() % 1_000_000);
const RUNS = rounds({ everyday: 10, full: 40 });
const INVOICES = 3;
const now = Temporal.Instant.from('2030-01-01T00:00:00Z');

/** Money and indexes are drawn as they come; a command that makes no sense must be refused. */
type Command =
  | { do: 'grant'; cents: number }
  | { do: 'hold'; holds: [credit: number, invoice: number, cents: number][] }
  | { do: 'consume'; invoice: number; uses: [credit: number, cents: number][] }
  | { do: 'void' | 'expire'; credit: number }
  | { do: 'restore'; invoice: number };

const cents = fc.integer({ min: 1, max: 60 });
const credit = fc.nat(2);
const invoice = fc.nat(INVOICES - 1);
const commands = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('grant' as const), cents: fc.integer({ min: 1, max: 150 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('hold' as const),
        holds: fc.uniqueArray(fc.tuple(credit, invoice, cents), {
          maxLength: 4,
          selector: ([of, at]) => `${of} ${at}`,
        }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('consume' as const),
        invoice,
        uses: fc.array(fc.tuple(credit, cents), { minLength: 1, maxLength: 3 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('void' as const, 'expire' as const), credit }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), invoice }) },
  ),
  { minLength: 15, maxLength: 30, size: 'max' },
);

/** What is known of a credit by adding up, in cents. */
interface Known {
  id: string;
  granted: number;
  forfeited: number;
  ended: 'VOIDED' | 'EXPIRED' | null;
  debits: Map<string, number>;
  restored: Set<string>;
}

const consumedOf = ({ debits, restored }: Known) =>
  [...debits].reduce((sum, [id, each]) => sum + (restored.has(id) ? 0 : each), 0);
const remainingOf = (known: Known) => known.granted - consumedOf(known) - known.forfeited;
const amountOf = (value: number) => decimal(`${value / 100}`);

let accounts = 0;
beforeAll(() => service.sandbox.setClock(now.toString()));

/** One account with its invoices, and what should be true of it. */
class Scene {
  readonly accountId = `acme-${++accounts}`;
  readonly credits: Known[] = [];
  readonly invoices = Array.from({ length: INVOICES }, (_, i) => `${this.accountId}-${i}`);

  async open(): Promise<this> {
    await openAccount(service.sandbox, this.accountId);
    const period = { startAt: '2030-01-01T00:00:00Z', endAt: '2030-02-01T00:00:00Z' };
    const row = {
      environment: 'sandbox',
      accountId: this.accountId,
      status: 'DRAFT',
      isFinalized: false,
    } as const;
    for (const id of this.invoices) await insertInvoice(service, { id, ...row, ...period });
    return this;
  }

  /** Does it, or is refused: exactly as the model says. */
  async run(command: Command): Promise<void> {
    const isRejected = await inOrg(service, 'sandbox', (tx, org) => this.#perform(tx, org, command)).then(
      () => false,
      (error: { code?: string }) => {
        if (error.code !== 'CREDIT_OVERDRAWN' && error.code !== '23505') throw error;
        return true;
      },
    );
    expect([command, isRejected]).toEqual([command, !this.#apply(command)]);
  }

  async #perform(tx: Tx, org: Org, command: Command): Promise<void> {
    const context = { tx, org, now };
    const { accountId } = this;
    switch (command.do) {
      case 'grant':
        return this.#grant(command.cents);
      case 'hold': {
        const holds = this.#holdsOf(command.holds);
        return replaceHolds(tx, org, { accountId, holds, applicable: [], now });
      }
      case 'consume': {
        const uses = this.#usesOf(command).map(([known, value], i) => ({
          creditId: known.id,
          lineId: `line ${i}`,
          amount: amountOf(value),
        }));
        return consumeCredits(context, { accountId, invoiceId: this.#invoice(command.invoice), uses });
      }
      case 'void': {
        const known = this.#credit(command.credit);
        if (known) await service.sandbox.post(`/credits/${known.id}/void`);
        return;
      }
      case 'expire': {
        const known = this.#credit(command.credit);
        if (known) await forfeitCredit(context, known);
        return;
      }
      case 'restore':
        return restoreCredits(context, { invoiceId: this.#invoice(command.invoice) });
      default:
        return command satisfies never;
    }
  }

  async #grant(value: number): Promise<void> {
    const credit = { accountId: this.accountId, purpose: 'p', effectiveFrom: '2030-01-01', priority: 1 };
    const creditRequests = [{ ...credit, creditAmount: value / 100 }];
    const [{ id }] = await service.sandbox.must.post('/credits', { creditRequests });
    const [debits, restored] = [new Map<string, number>(), new Set<string>()];
    this.credits.push({ id, granted: value, forfeited: 0, ended: null, debits, restored });
  }

  /** Changes the model, or says that the command is to be refused. */
  #apply(command: Command): boolean {
    switch (command.do) {
      case 'grant':
        return true;
      case 'hold':
        return this.#fits(command.holds.flatMap(([i, , value]) => this.#pair(i, value)));
      case 'consume': {
        const [uses, id] = [this.#usesOf(command), this.#invoice(command.invoice)];
        if (!this.#fits(uses) || uses.some(([known]) => known.debits.has(id))) return false;
        for (const [known, value] of uses) known.debits.set(id, (known.debits.get(id) ?? 0) + value);
        return true;
      }
      case 'void':
      case 'expire': {
        const known = this.#credit(command.credit);
        if (!known || remainingOf(known) === 0) return true;
        known.forfeited += remainingOf(known);
        known.ended = command.do === 'void' ? 'VOIDED' : 'EXPIRED';
        return true;
      }
      case 'restore': {
        const id = this.#invoice(command.invoice);
        for (const known of this.credits.filter(
          ({ debits, restored }) => debits.has(id) && !restored.has(id),
        )) {
          known.restored.add(id);
          if (known.ended) known.forfeited += known.debits.get(id) ?? 0;
        }
        return true;
      }
      default:
        return command satisfies never;
    }
  }

  #fits(wanted: [Known, number][]): boolean {
    const sums = new Map<Known, number>();
    for (const [known, value] of wanted) sums.set(known, (sums.get(known) ?? 0) + value);
    return [...sums].every(([known, value]) => value <= remainingOf(known));
  }

  #credit(i: number): Known | undefined {
    return this.credits[i];
  }

  #invoice(i: number): string {
    return this.invoices[i] ?? '';
  }

  #pair(i: number, value: number): [Known, number][] {
    const known = this.#credit(i);
    return known ? [[known, value]] : [];
  }

  #usesOf(command: { uses: [number, number][] }): [Known, number][] {
    return command.uses.flatMap(([i, value]) => this.#pair(i, value));
  }

  #holdsOf(drawn: [number, number, number][]): CreditHold[] {
    return drawn.flatMap(([i, at, value]) =>
      this.#pair(i, value).map(([known]) => ({
        creditId: known.id,
        invoiceId: this.#invoice(at),
        amount: amountOf(value),
      })),
    );
  }
}

interface Row {
  id: string;
  status: string;
  creditAmount: Decimal;
  consumed: Decimal;
  forfeited: Decimal;
  hold: Decimal;
  credited: Decimal;
  debited: Decimal;
  restored: Decimal;
  gone: Decimal;
  holds: Decimal;
  uses: Decimal;
}

function readLedger(accountId: string): Promise<Row[]> {
  return inOrg(service, 'sandbox', async (tx, { orgId }) => {
    const { rows } = await sql<Row>`
      with t as (
        select credit_id,
          coalesce(sum(amount) filter (where transaction_type = 'CREDITED' and invoice_id is null), 0)
            as credited,
          coalesce(sum(amount) filter (where transaction_type = 'DEBITED'), 0) as debited,
          coalesce(sum(amount) filter (where transaction_type = 'CREDITED' and invoice_id is not null), 0)
            as restored,
          coalesce(sum(amount) filter (where transaction_type in ('EXPIRED', 'VOIDED')), 0) as gone
        from credit_transactions where org_id = ${orgId} group by credit_id)
      select c.id, c.status, c.credit_amount, c.consumed_amount as consumed, c.forfeited_amount as forfeited,
        c.hold_amount as hold, t.credited, t.debited, t.restored, t.gone,
        coalesce((select sum(amount) from credit_holds h where h.credit_id = c.id), 0) as holds,
        coalesce((select sum(amount) from credit_uses u where u.credit_id = c.id), 0) as uses
      from credits c join t on t.credit_id = c.id
      where c.org_id = ${orgId} and c.account_id = ${accountId}`.execute(tx);
    return rows;
  });
}

/** Of one credit: what the invariant says, and what the model knows. */
function check(row: Row, known: Known): void {
  const text = (value: Decimal) => decimalText(value);
  expect(text(row.credited)).toBe(text(row.creditAmount));
  expect(text(row.consumed)).toBe(text(row.debited.minus(row.restored)));
  expect(text(row.forfeited)).toBe(text(row.gone));
  expect(text(row.uses)).toBe(text(row.debited));
  expect(text(row.hold)).toBe(text(row.holds));
  const remaining = row.creditAmount.minus(row.consumed).minus(row.forfeited);
  expect(remaining.gte(row.hold) && row.hold.gte(0)).toBe(true);
  expect([text(row.consumed), text(row.forfeited)]).toEqual(
    [consumedOf(known), known.forfeited].map((value) => text(amountOf(value))),
  );
  expect(row.status).toBe(remainingOf(known) > 0 ? 'ACTIVE' : (known.ended ?? 'CONSUMED'));
}

describe(`the ledger of credits, seed ${SEED}`, () => {
  it('adds up after every command', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (drawn) => {
        const scene = await new Scene().open();
        for (const command of drawn) {
          await scene.run(command);
          const rows = new Map((await readLedger(scene.accountId)).map((row) => [row.id, row]));
          for (const known of scene.credits) check(rows.get(known.id) as Row, known);
        }
      }),
      // A failure is made small for a while only, so that it is reported before the test times out.
      { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
    );
  }, 120_000);
});
