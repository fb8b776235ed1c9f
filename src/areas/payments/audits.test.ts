import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { listInvoices } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { openPayer } from '#test/group-scenario.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { asOwner } from '#test/partition-scenario.ts';
import { payInvoice } from '#test/payment-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
let invoiceId: string;

beforeAll(async () => {
  await service.sandbox.setClock('2030-01-01T00:00:00Z');
  await openPayer(service.sandbox, 'a1', { rate: 100 });
  await service.sandbox.setClock('2030-02-01T12:00:00Z');
  invoiceId = (await listInvoices(service.sandbox, 'a1'))[0].id;
  await payInvoice(service.sandbox, { accountId: 'a1', invoiceId, amount: 40 });
});

const audit = () => findMismatches(service, { names: /^payments\./ });

/** Changes what no operation changes, as the owner of the tables can, and changes it back. */
async function withPlanted(change: string, undo: string): Promise<string[]> {
  const unguarded = (statement: string) =>
    asOwner(service, (owner) =>
      owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`),
    );
  await unguarded(change);
  const found = await audit();
  await unguarded(undo);
  return found;
}

describe('payments', () => {
  it('agree with their records, their invoices and the ledger', async () => {
    expect(await audit()).toEqual([]);
  });

  it.each([
    [
      'a record that somebody changed',
      `update payment_records set amount = 41`,
      `update payment_records set amount = 40`,
      /^payment \S+: it is 40.0000, but its records add up to 41.0000$/,
    ],
    [
      'an amount that nobody paid',
      `update invoices set paid_amount = 50 where paid_amount = 40`,
      `update invoices set paid_amount = 40 where paid_amount = 50`,
      /^invoice \S+: it is PARTIALLY_PAID with 50.0000 of 100.0000 paid, but .* add up to 40.0000/,
    ],
    [
      'a status that nobody reached',
      `update invoices set status = 'PAID' where paid_amount = 40`,
      `update invoices set status = 'PARTIALLY_PAID' where paid_amount = 40`,
      /^invoice \S+: it is PAID with 40.0000 of 100.0000 paid/,
    ],
    [
      'an allocation that did not move',
      `update ledger_postings set amount = -39 where book = 'INVOICES'`,
      `update ledger_postings set amount = -40 where book = 'INVOICES'`,
      /^invoice \S+: .+ its allocations add up to 40.0000 and the ledger says 39.0000$/,
    ],
  ])('the audit finds %s', async (_, change, undo, expected) => {
    const found = await withPlanted(change, undo);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(expected);
    expect(await audit()).toEqual([]);
  });
});

describe('the database rejects', () => {
  it.each([
    [
      'a status without a payment',
      sql`update invoices set status = 'PAID' where id = `,
      /is PAID with 40.0000/,
    ],
    [
      'a payment without an allocation',
      sql`update invoices set paid_amount = 50 where id = `,
      /is paid with 40/,
    ],
    ['more than there is to pay', sql`update invoices set paid_amount = 101 where id = `, /not_overpaid/],
  ])('%s', async (_, change, message) => {
    const attempt = asSandbox(service, (tx) => sql`${change} ${invoiceId}`.execute(tx));
    await expect(attempt).rejects.toThrow(message);
  });

  it('to take an allocation back twice, or to change it', async () => {
    const takeBack = sql`
      insert into invoice_allocations (
        org_id, invoice_id, account_id, kind, movement_id, reverses, amount, created_at)
      select org_id, invoice_id, account_id, 'REVERSAL', movement_id, id, -amount, created_at
      from invoice_allocations where kind = 'PAYMENT'`;
    const twice = asSandbox(service, async (tx) => {
      await takeBack.execute(tx);
      await takeBack.execute(tx);
    });
    await expect(twice).rejects.toThrow(/duplicate key/);
    for (const table of ['payment_records', 'invoice_allocations']) {
      const name = sql.table(table);
      await expect(asSandbox(service, (tx) => sql`delete from ${name}`.execute(tx))).rejects.toThrow(
        /permission denied/,
      );
    }
    const changed = asSandbox(service, (tx) => sql`update payments set total_amount = 1`.execute(tx));
    await expect(changed).rejects.toThrow(/is never changed/);
  });
});
