import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Decimal, decimal, decimalText, ZERO } from '#core/decimal.ts';
import { draftOf } from '#test/balance-scenario.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { rounds } from '#test/effort.ts';
import { sendPayment } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

/**
 * Whatever happens to a wallet: what is left of its sources is its balance, each source is used by what the
 * uses say, each use has all of its amount from sources, and the oldest money is spent first.
 */
const service = useService();
const SEED = Number(process.env.WALLET_SEED ?? Date.now() % 1_000_000);
const RUNS = rounds({ everyday: 5, full: 25 });

const cents = fc.integer({ min: 1, max: 5_000 }).map((value) => value / 100);
const command = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('TOP_UP' as const, 'PAY' as const), amount: cents }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('OWE' as const, 'HOLD' as const), amount: cents }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('CONVERT' as const), amount: cents }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('REVERSE' as const), payment: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('REFUND' as const), invoice: fc.nat(3) }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

let accounts = 0;
beforeAll(() => service.sandbox.setClock('2030-01-10T00:00:00Z'));

/** An account, and what was made for it. */
interface Scene {
  accountId: string;
  payments: string[];
  invoices: string[];
}

async function perform(scene: Scene, drawn: Command): Promise<void> {
  const { sandbox: client } = service;
  const { accountId } = scene;
  switch (drawn.do) {
    case 'TOP_UP':
      await client.must.post(`/accounts/${accountId}/wallet_topup`, { topupAmount: drawn.amount });
      break;
    case 'PAY': {
      const records = [{ type: 'WALLET_CREDIT' as const, order: 1 }];
      const { body } = await sendPayment(client, { accountId, totalAmount: drawn.amount, records });
      scene.payments.push(body.id);
      break;
    }
    case 'OWE':
      scene.invoices.push((await owe(client, accountId, { amount: drawn.amount })).id);
      break;
    case 'HOLD': {
      const invoiceId = await draftOf(client, accountId, [{ id: 'work', value: drawn.amount }]);
      await client.post(`/ext/v1/accounts/${accountId}/wallet/allocate`, { invoiceId });
      break;
    }
    case 'CONVERT':
      await client.post(`/ext/v1/accounts/${accountId}/wallet/convert`, { amount: drawn.amount });
      break;
    case 'REVERSE': {
      const id = scene.payments[drawn.payment];
      if (id) await client.post(`/ext/v1/payments/${id}/reverse`, { reason: 'Bounced' });
      break;
    }
    case 'REFUND': {
      const id = scene.invoices[drawn.invoice];
      if (id) await client.patch(`/invoices/${id}`, { status: 'REFUND_INITIATED' });
      break;
    }
    default:
      drawn satisfies never;
  }
  await client.settle();
}

async function readAll(path: string): Promise<Reply['body'][]> {
  const { data, nextToken } = await service.sandbox.must.get(`${path}?pageSize=100`);
  expect(nextToken).toBeNull();
  return data;
}

function sumOf(rows: readonly Reply['body'][], member: string): Decimal {
  return rows.reduce((sum, row) => sum.plus(decimal(String(row[member]))), ZERO);
}

async function check({ accountId }: Scene): Promise<void> {
  const base = `/accounts/${accountId}/wallet`;
  const { balance } = await service.sandbox.must.get(base);
  const [sources, uses] = [await readAll(`/ext/v1${base}/sources`), await readAll(`/ext/v1${base}/uses`)];
  const { data: entries } = await service.sandbox.must.get(`${base}/entries`);
  expect(decimalText(sumOf(sources, 'remainingAmount'))).toBe(decimalText(decimal(String(balance))));
  for (const source of sources) {
    const own = uses.filter(({ sourceId }) => sourceId === source.id);
    expect([source.id, decimalText(sumOf(own, 'amount'))]).toEqual([source.id, String(source.usedAmount)]);
    const rest = decimal(String(source.amount))
      .minus(decimal(String(source.takenBackAmount)))
      .minus(decimal(String(source.usedAmount)));
    expect([source.id, decimalText(rest)]).toEqual([source.id, String(source.remainingAmount)]);
  }
  for (const [entryId, parts] of Map.groupBy(uses, (use) => use.entryId)) {
    const entry = entries.find(({ id }: Reply['body']) => id === entryId);
    expect([entryId, decimalText(sumOf(parts, 'amount'))]).toEqual([entryId, String(entry?.amount)]);
  }
  // Newest first: after the first source with something left, no older one has anything left.
  const firstEmpty = sources.findIndex(({ remainingAmount }) => remainingAmount === 0);
  const older = firstEmpty === -1 ? [] : sources.slice(firstEmpty);
  const spent = older.filter(({ amount, takenBackAmount }) => amount > takenBackAmount);
  if (spent[0] && spent[0].remainingAmount === 0)
    expect(spent.every(({ remainingAmount }) => remainingAmount === 0)).toBe(true);
}

describe(`traces of wallets, seed ${SEED}`, () => {
  it('add up after every command', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 12 }), async (drawn) => {
        accounts += 1;
        const scene: Scene = { accountId: `trace-${accounts}`, payments: [], invoices: [] };
        await openAccount(service.sandbox, scene.accountId);
        for (const each of drawn) {
          await perform(scene, each);
          await check(scene);
        }
      }),
      { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
    );
  }, 120_000);
});
