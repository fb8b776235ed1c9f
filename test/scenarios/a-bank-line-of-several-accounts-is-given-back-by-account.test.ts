import { beforeAll, expect, it } from 'vitest';
import { openAccount } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { fundsOf } from '#test/payment-scenario.ts';
import { owe } from '#test/receivable-scenario.ts';
import { type Reply, useService } from '#test/running-app.ts';

const service = useService();
beforeAll(() => service.sandbox.setClock('2030-01-10T00:00:00Z'));

/**
 * Every way to give back money of a payment: to take the payment back, to refund its invoice, to credit a
 * part of it, to spend what it left in the wallet, and to record the line again.
 */
type Way = 'REVERSE A' | 'REVERSE B' | 'REFUND A' | 'REFUND B' | 'NOTE A' | 'NOTE B' | 'SPEND B' | 'LINE';

interface World {
  accounts: { A: string; B: string };
  invoices: { A: string; B: string };
  payments: { A: string; B: string };
}

let made = 0;

/** A owes 100 and B 50; one line of 160 pays both, and 10 go to the wallet of B. */
async function payBoth(): Promise<World> {
  made += 1;
  const accounts = { A: `a${made}`, B: `b${made}` };
  for (const id of Object.values(accounts)) await openAccount(service.sandbox, id);
  const [a, b] = [
    await owe(service.sandbox, accounts.A, { amount: 100 }),
    await owe(service.sandbox, accounts.B, { amount: 50 }),
  ];
  const world = { accounts, invoices: { A: a.id, B: b.id }, payments: { A: '', B: '' } };
  expect(await sendLine(world)).toBe('');
  return world;
}

async function sendLine(world: World): Promise<string> {
  const { accounts, invoices } = world;
  const part = (name: 'A' | 'B', totalAmount: number) => ({
    ...{ accountId: accounts[name], totalAmount },
    lineItemRecords: [{ type: 'INVOICE', platformId: invoices[name], order: 1 }],
  });
  const reply = await service.sandbox.post('/ext/v1/bank_lines', {
    ...{ currency: 'USD', totalAmount: 160, payments: [part('A', 100), part('B', 60)] },
    externalPaymentReference: {
      ...{ sourceName: 'Bank', sourceType: 'BANK_TRANSFER', transactionNumber: accounts.A },
    },
  });
  if (reply.status !== 201) return codeOf(reply);
  const [a, b] = reply.body.payments;
  world.payments = { A: a.id, B: b.id };
  return '';
}

const codeOf = ({ status, headers }: Reply) => (status < 300 ? '' : String(headers['error-code']));

/** Does it; returns `''`, or the code of the problem that rejects it. */
async function go(world: World, way: Way): Promise<string> {
  const client = service.sandbox;
  if (way === 'LINE') return sendLine(world);
  const [kind, name] = way.split(' ') as [string, 'A' | 'B'];
  const invoice = `/invoices/${world.invoices[name]}`;
  switch (kind) {
    case 'REVERSE':
      return codeOf(
        await client.post(`/ext/v1/payments/${world.payments[name]}/reverse`, { reason: 'bounced' }),
      );
    case 'REFUND': {
      const begun = await client.patch(invoice, { status: 'REFUND_INITIATED' });
      return begun.status === 200
        ? codeOf(await client.patch(invoice, { status: 'REFUND_COMPLETED' }))
        : codeOf(begun);
    }
    case 'NOTE':
      return codeOf(await client.post(`/ext/v1${invoice}/credit_notes`, { reason: 'Goodwill', amount: 30 }));
    default:
      // The wallet pays the next bill as it falls due.
      await owe(client, world.accounts[name], { amount: 10 });
      return '';
  }
}

/** `A PAID 100 wallet 0, B PAID 50 wallet 10`. */
async function stateOf({ accounts, invoices }: World): Promise<string> {
  const client = service.sandbox;
  const parts = (['A', 'B'] as const).map(async (name) => {
    const { status, paidAmount } = await client.must.get(`/invoices/${invoices[name]}`);
    const [free, held] = await fundsOf(client, accounts[name]);
    return `${name} ${status} ${paidAmount} wallet ${free + held}`;
  });
  return (await Promise.all(parts)).join(', ');
}

const TAKEN = 'PAYMENT_NOT_REVERSIBLE';

it.each<[ways: Way[], state: string, rejected: string]>([
  [[], 'A PAID 100 wallet 0, B PAID 50 wallet 10', ''],
  [['REVERSE A'], 'A DUE 0 wallet 0, B PAID 50 wallet 10', ''],
  [['REVERSE A', 'REVERSE B'], 'A DUE 0 wallet 0, B DUE 0 wallet 0', ''],
  [['REVERSE A', 'REVERSE A'], 'A DUE 0 wallet 0, B PAID 50 wallet 10', 'PAYMENT_REVERSED'],
  // The line as a whole is taken while a part of it is.
  [['REVERSE A', 'LINE'], 'A DUE 0 wallet 0, B PAID 50 wallet 10', 'PAYMENT_TAKEN'],
  [['REVERSE A', 'REVERSE B', 'LINE'], 'A PAID 100 wallet 0, B PAID 50 wallet 10', ''],
  [['REVERSE A', 'REFUND B'], 'A DUE 0 wallet 0, B REFUND_COMPLETED 50 wallet 10', ''],
  [['REFUND A', 'REVERSE A'], 'A REFUND_COMPLETED 100 wallet 0, B PAID 50 wallet 10', TAKEN],
  [['REFUND A', 'REVERSE B'], 'A REFUND_COMPLETED 100 wallet 0, B DUE 0 wallet 0', ''],
  [['REVERSE A', 'REFUND A'], 'A DUE 0 wallet 0, B PAID 50 wallet 10', 'INVOICE_STATUS_REFUSED'],
  [['REFUND B', 'REVERSE B'], 'A PAID 100 wallet 0, B REFUND_COMPLETED 50 wallet 10', TAKEN],
  // What was spent cannot be taken back, and the other part still can.
  [['SPEND B', 'REVERSE B'], 'A PAID 100 wallet 0, B PAID 50 wallet 0', TAKEN],
  [['SPEND B', 'REVERSE A'], 'A DUE 0 wallet 0, B PAID 50 wallet 0', ''],
  [['NOTE A'], 'A PAID 100 wallet 30, B PAID 50 wallet 10', ''],
  [['NOTE A', 'REVERSE B'], 'A PAID 100 wallet 30, B DUE 0 wallet 0', ''],
])('%j: %s %s', async (ways, state, rejected) => {
  const world = await payBoth();
  const codes = [];
  for (const way of ways) {
    codes.push(await go(world, way));
    await service.sandbox.settle();
  }
  expect([codes.at(-1) ?? '', await stateOf(world)]).toEqual([rejected, state]);
  expect(codes.slice(0, -1).join('')).toBe('');
  expect(await findMismatches(service, { names: /^(payments|wallets|ledger)\./ })).toEqual([]);
});
