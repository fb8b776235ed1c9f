import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Decimal, decimal, decimalText } from '#core/decimal.ts';
import { inOrg } from '#test/billing-rows.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { clockOf, consume, hold, insertDraft, plannedWork } from '#test/credit-rows.ts';
import { useService } from '#test/running-app.ts';
import { consumeCredits, listActiveCredits, lockActiveCredits, remainingOf } from './index.ts';

const service = useService();
const accountId = 'acme';
let now: Temporal.Instant;
let drafts = 0;

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  now = await clockOf(service.sandbox);
  await openAccount(service.sandbox, accountId);
  await openAccount(service.sandbox, 'globex');
});

async function grant(creditAmount = 100, owner = accountId): Promise<string> {
  const credit = { accountId: owner, purpose: 'p', effectiveFrom: '2030-01-01', priority: 1, creditAmount };
  return (await service.sandbox.must.post('/credits', { creditRequests: [credit] }))[0].id;
}

async function draft(): Promise<string> {
  const id = `inv-${++drafts}`;
  await insertDraft(service, accountId, id);
  return id;
}

const read = (id: string) => service.sandbox.must.get(`/credits/${id}`);

describe('consuming credits', () => {
  it('turns what an invoice uses into a transaction, and its hold is gone', async () => {
    const [creditId, invoiceId] = [await grant(), await draft()];
    await hold(service, accountId, [{ creditId, invoiceId, amount: '50' }]);
    await consume(service, { accountId, invoiceId, creditId, amount: '40' });
    const credit = await read(creditId);
    expect(credit).toMatchObject({ status: 'ACTIVE', consumedAmount: 40, holdAmount: 0 });
    expect(credit.transactions.at(-1)).toMatchObject({ transactionType: 'DEBITED', invoiceId, amount: 40 });
  });

  it('ends the credit when nothing remains', async () => {
    const [creditId, invoiceId] = [await grant(0.3), await draft()];
    await consume(service, { accountId, invoiceId: await draft(), creditId, amount: '0.1' });
    // As doubles, 0.3 − 0.1 − 0.2 is not 0.
    await consume(service, { accountId, invoiceId, creditId, amount: '0.2' });
    expect(await read(creditId)).toMatchObject({ status: 'CONSUMED', consumedAmount: 0.3 });
  });

  it('keeps the use of each line, two cards of one billable as one', async () => {
    const [creditId, invoiceId] = [await grant(), await draft()];
    const uses = [
      { creditId, lineId: 'um.calls', amount: decimal('1.5') },
      { creditId, lineId: 'addon.fee', amount: decimal('2') },
      { creditId, lineId: 'um.calls', amount: decimal('0.5') },
      { creditId, lineId: 'um.idle', amount: decimal('0') },
    ];
    const rows = await inOrg(service, 'sandbox', async (tx, org) => {
      await consumeCredits({ tx, org, now }, { accountId, invoiceId, uses });
      return tx.selectFrom('creditUses').selectAll().where('invoiceId', '=', invoiceId).execute();
    });
    const shown = rows.map(({ lineId, amount }) => `${lineId} ${decimalText(amount)}`);
    expect(shown.sort()).toEqual(['addon.fee 2', 'um.calls 2']);
    expect((await read(creditId)).transactions).toHaveLength(2);
  });

  it('goes before what other drafts hold: they are computed anew', async () => {
    const [creditId, first, other] = [await grant(), await draft(), await draft()];
    await hold(service, accountId, [
      { creditId, invoiceId: first, amount: '40' },
      { creditId, invoiceId: other, amount: '60' },
    ]);
    await service.sandbox.must.get(`/credits/${creditId}`);
    await consume(service, { accountId, invoiceId: first, creditId, amount: '70' });
    expect(await read(creditId)).toMatchObject({ consumedAmount: 70, holdAmount: 0 });
    expect(await plannedWork(service, 'credits.changed', accountId)).not.toBeNull();
  });

  it('leaves other holds alone while they fit', async () => {
    const [creditId, first, other] = [await grant(), await draft(), await draft()];
    await hold(service, accountId, [{ creditId, invoiceId: other, amount: '60' }]);
    await consume(service, { accountId, invoiceId: first, creditId, amount: '40' });
    expect(await read(creditId)).toMatchObject({ consumedAmount: 40, holdAmount: 60 });
  });

  it('is rejected beyond what remains, and for a credit of another account or none', async () => {
    const [creditId, theirs, invoiceId] = [await grant(), await grant(5, 'globex'), await draft()];
    const taking = (id: string, amount: string) =>
      consume(service, { accountId, invoiceId, creditId: id, amount });
    await expect(taking(creditId, '100.01')).rejects.toThrow(`credit ${creditId} has 100 remaining`);
    await expect(taking(theirs, '1')).rejects.toThrow(`credit ${theirs} has nothing remaining`);
    await expect(taking('cred.unknown', '1')).rejects.toMatchObject({
      code: 'CREDIT_OVERDRAWN',
      status: 409,
    });
    await taking(creditId, '100');
    await expect(taking(creditId, '0.01')).rejects.toThrow('has 0 remaining');
  });

  it('happens once for an invoice', async () => {
    const [creditId, invoiceId] = [await grant(), await draft()];
    await consume(service, { accountId, invoiceId, creditId, amount: '1' });
    await expect(consume(service, { accountId, invoiceId, creditId, amount: '1' })).rejects.toMatchObject({
      code: '23505',
    });
    expect(await read(creditId)).toMatchObject({ consumedAmount: 1 });
  });
});

/** Vector 23 of money-platform.md: Σ consumed ≤ creditAmount, whoever finalizes at the same time. */
describe('invoices that are finalized at the same time', () => {
  /** Each computes from what it read, when all have read, and then consumes. */
  async function race(creditId: string, amount: Decimal, racers: number) {
    const invoices = await Promise.all(Array.from({ length: racers }, draft));
    const { promise: allHaveRead, resolve } = Promise.withResolvers<void>();
    let readers = 0;
    return Promise.allSettled(
      invoices.map((invoiceId) =>
        inOrg(service, 'sandbox', async (tx, org) => {
          const credits = await listActiveCredits(tx, org, accountId);
          readers += 1;
          if (readers === racers) resolve();
          await allHaveRead;
          expect(credits.some(({ id }) => id === creditId)).toBe(true);
          const uses = [{ creditId, lineId: 'line', amount }];
          await consumeCredits({ tx, org, now }, { accountId, invoiceId, uses });
        }),
      ),
    );
  }

  it.each([
    //  amount  racers  succeed
    ['70', 2, 1], //    70 + 70 > 100
    ['30', 6, 3], //    3 × 30 = 90, a fourth would make 120
    ['50', 2, 2], //    both fit
  ])('%s by %i of them: %i succeed', async (amount, racers, succeed) => {
    const creditId = await grant();
    const outcomes = await race(creditId, decimal(amount), racers);
    const rejected = outcomes.filter((each) => each.status === 'rejected');
    expect(outcomes.length - rejected.length).toBe(succeed);
    for (const { reason } of rejected) expect(reason).toMatchObject({ code: 'CREDIT_OVERDRAWN' });
    expect((await read(creditId)).consumedAmount).toBe(Number(amount) * succeed);
  });

  it('share the credit when each locks it before it computes', async () => {
    const creditId = await grant();
    const invoices = [await draft(), await draft()];
    await Promise.all(
      invoices.map((invoiceId) =>
        inOrg(service, 'sandbox', async (tx, org) => {
          const credit = (await lockActiveCredits(tx, org, accountId)).find(({ id }) => id === creditId);
          const left = credit ? remainingOf(credit) : decimal('0');
          const amount = left.lt(70) ? left : decimal('70');
          const uses = [{ creditId, lineId: 'line', amount }];
          await consumeCredits({ tx, org, now }, { accountId, invoiceId, uses });
        }),
      ),
    );
    const { status, transactions } = await read(creditId);
    const debits = transactions.slice(1).map(({ amount }: { amount: number }) => amount);
    expect([status, debits]).toEqual(['CONSUMED', [70, 30]]);
  });
});

describe('the database', () => {
  const change = (id: string, set: string) =>
    inOrg(service, 'sandbox', (tx, { orgId }) =>
      sql`update credits set ${sql.raw(set)} where org_id = ${orgId} and id = ${id}`.execute(tx),
    );

  it.each([
    ["consumed_amount = 70, forfeited_amount = 30.01, status = 'VOIDED'", 'credits_not_overdrawn'],
    ['hold_amount = 100.01', 'credits_not_overheld'],
    ['hold_amount = -0.01', 'credits_hold_amount_check'],
    ['consumed_amount = -1', 'credits_consumed_amount_check'],
    ['consumed_amount = 100', 'credits_active_while_something_remains'],
    ["status = 'CONSUMED'", 'credits_active_while_something_remains'],
    ["status = 'GONE', consumed_amount = 100", 'credits_status_check'],
    ['priority = -1', 'credits_priority_check'],
    ["effective_until = '2029-12-31'", 'credits_check'],
  ])('refuses %s whatever the program does', async (set, constraint) => {
    await expect(change(await grant(), set)).rejects.toMatchObject({ code: '23514', constraint });
  });

  it('keeps the ledger as it was written, from the service and from its owner', async () => {
    const creditId = await grant();
    await consume(service, { accountId, invoiceId: await draft(), creditId, amount: '1' });
    const owner = new pg.Client({ connectionString: service.databaseUrl });
    await owner.connect();
    for (const table of ['credit_transactions', 'credit_uses'])
      for (const statement of [`update ${table} set amount = 2`, `delete from ${table}`]) {
        const asService = inOrg(service, 'sandbox', (tx) => sql.raw(statement).execute(tx));
        await expect(asService, statement).rejects.toMatchObject({ code: '42501' });
        await expect(owner.query(statement), statement).rejects.toMatchObject({ code: 'TM001' });
      }
    await owner.end();
  });

  it('frees what a draft held when the draft is deleted', async () => {
    const [creditId, invoiceId] = [await grant(), await draft()];
    await hold(service, accountId, [{ creditId, invoiceId, amount: '33.33' }]);
    expect((await read(creditId)).holdAmount).toBe(33.33);
    await inOrg(service, 'sandbox', (tx, { orgId }) =>
      sql`delete from invoices where org_id = ${orgId} and id = ${invoiceId}`.execute(tx),
    );
    expect((await read(creditId)).holdAmount).toBe(0);
  });
});
