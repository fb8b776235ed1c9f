import pg from 'pg';
import { expect, it } from 'vitest';
import { editTimeline, listInvoices, openAccount, publishPlan, sellFee } from '#test/billing-scenario.ts';
import { useService } from '#test/running-app.ts';

const service = useService();
const ACCOUNTS = Array.from({ length: 9 }, (_, index) => `account-${index + 1}`);

/** Transactions that have computed their invoice and wait for its number. */
async function countWaiting(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as waiting from pg_locks
     where not granted and relation = 'invoice_sequences'::regclass`,
  );
  return rows[0].waiting;
}

it('while one cycle waits for its number others are computed, and the numbers have no gap', async () => {
  const { sandbox } = service;
  await sandbox.setClock('2030-01-01T00:00:00Z');
  const fee = await sellFee(sandbox, 'Fee');
  const cards = [{ type: 'FIXED_FEE' as const, billableId: fee, fee: { rate: 10 } }];
  const planId = await publishPlan(sandbox, { name: 'Plan', cards });
  for (const account of ACCOUNTS) {
    await openAccount(sandbox, account);
    await editTimeline(sandbox, account, [{ planId, from: '2030-01-01' }]);
  }
  const owner = new pg.Client({ connectionString: service.databaseUrl });
  await owner.connect();
  await owner.query('begin; lock table invoice_sequences in exclusive mode');
  const isClosing = sandbox.setClock('2030-02-01T00:00:00Z');
  await expect.poll(() => countWaiting(owner), { timeout: 20_000 }).toBe(3);
  await owner.query('commit');
  await owner.end();
  await isClosing;
  const issued = await Promise.all(ACCOUNTS.map((account) => listInvoices(sandbox, account)));
  const numbers = issued.flat().flatMap(({ sequenceId, status }) => (status === 'DUE' ? [sequenceId] : []));
  expect(numbers.map((number: string) => Number(number.split('-').at(-1))).toSorted((a, b) => a - b)).toEqual(
    [...[1, 2, 3, 4, 5, 6, 7, 8, 9]],
  );
});
