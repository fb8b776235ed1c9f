import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { openAccount } from '#test/billing-scenario.ts';
import { findMismatches } from '#test/find-mismatches.ts';
import { asSandbox } from '#test/metering-scenario.ts';
import { asOwner } from '#test/partition-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const NOW = Temporal.Instant.from('2030-01-01T00:00:00Z');

beforeAll(async () => {
  await service.sandbox.setClock(NOW.toString());
  for (const id of ['a1', 'a2']) {
    await openAccount(service.sandbox, id);
    for (const topupAmount of [10, 2.5])
      await service.sandbox.must.post(`/accounts/${id}/wallet_topup`, { topupAmount });
  }
});

const audit = () => findMismatches(service, { names: /^(?:wallets|ledger)\./ });

/** Changes what no operation changes, as the owner of the tables can, and changes it back. */
async function withPlanted(change: string, undo: string): Promise<string[]> {
  const unguarded = (statement: string) =>
    asOwner(service, (client) =>
      client.query(`begin; set local session_replication_role = replica; ${statement}; commit`),
    );
  await unguarded(change);
  const found = await audit();
  await unguarded(undo);
  return found;
}

describe('wallets', () => {
  it('agree with their entries and their book', async () => {
    expect(await audit()).toEqual([]);
  });

  it.each([
    [
      'a balance that somebody wrote',
      `update wallets set balance = 13 where account_id = 'a1'`,
      `update wallets set balance = 12.5 where account_id = 'a1'`,
      /^wallet of account a1: its balance is 13.0000, its entries add up to 12.5000, its ledger balance is /,
    ],
    [
      'an entry that somebody changed',
      `update wallet_entries set amount = 3 where account_id = 'a2' and amount = 2.5`,
      `update wallet_entries set amount = 2.5 where account_id = 'a2' and amount = 3`,
      /^wallet of account a2: its balance is 12.5000, its entries add up to 13.0000/,
    ],
    [
      'a posting that is gone',
      `update ledger_postings set amount = 9 where book = 'RECEIVED' and amount = 10`,
      `update ledger_postings set amount = 10 where book = 'RECEIVED' and amount = 9`,
      /^movement \d+: its postings sum to -1.0000 instead of 0$/,
    ],
  ])('the audit finds %s', async (_, change, undo, expected) => {
    const found = await withPlanted(change, undo);
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) expect(each).toMatch(expected);
    expect(await audit()).toEqual([]);
  });
});

describe('the database rejects', () => {
  const attempt = (write: (tx: Tx, org: Org) => Promise<unknown>) => asSandbox(service, write);
  const move = (tx: Tx, org: Org) =>
    sql<{ id: number }>`
    insert into ledger_movements (org_id, account_id, kind, currency, postings, created_at)
    values (${org.orgId}, 'a1', 'WALLET_TOPUP', 'USD', 2, ${NOW}) returning id`.execute(tx);

  it('a movement that does not balance', async () => {
    const unbalanced = attempt(async (tx, org) => {
      const { rows } = await move(tx, org);
      await sql`insert into ledger_postings values (${org.orgId}, ${rows[0]?.id}, 'RECEIVED', 5)`.execute(tx);
    });
    await expect(unbalanced).rejects.toThrow(/comes to 5.0000 and not to 0/);
    await expect(attempt(move)).rejects.toThrow(/has other postings than it was made with/);
  });

  it('a posting to a movement that is committed, and any change of the ledger', async () => {
    const late = attempt((tx, org) =>
      sql`insert into ledger_postings
        select ${org.orgId}, min(id), 'RECEIVED', 5 from ledger_movements`.execute(tx),
    );
    await expect(late).rejects.toThrow(/duplicate key/);
    for (const table of ['ledger_movements', 'ledger_postings', 'wallet_entries']) {
      const name = sql.table(table);
      await expect(attempt((tx) => sql`delete from ${name}`.execute(tx))).rejects.toThrow(
        /permission denied/,
      );
      await expect(asOwner(service, (client) => client.query(`delete from ${table}`))).rejects.toThrow(
        /never changed/,
      );
    }
  });

  it('to take out more than is there', async () => {
    const overdrawn = attempt(async (tx, org) => {
      const { rows } = await move(tx, org);
      const id = rows[0]?.id;
      await sql`insert into ledger_postings values (${org.orgId}, ${id}, 'RECEIVED', -100),
        (${org.orgId}, ${id}, 'WALLET', 100)`.execute(tx);
      await sql`insert into wallet_entries (org_id, id, account_id, movement_id, transaction_type, amount,
          closing_balance, created_at)
        values (${org.orgId}, 'wen.x', 'a1', ${id}, 'DEBITED', 100, 0, ${NOW})`.execute(tx);
    });
    await expect(overdrawn).rejects.toThrow(/wallets_not_overdrawn/);
  });
});
