import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rounds } from '#test/effort.ts';
import { listIssued } from './issued-invoices.ts';
import { setUpAccounts } from './setup.ts';
import { useStand } from './stand.ts';
import type { TallymarkProcess } from './tallymark-process.ts';

// Each round is a month of one year.
const ROUNDS = Math.min(8, rounds({ everyday: 2, full: 4, setting: 'FAULT_ROUNDS' }));
const ACCOUNTS = 25;
const stand = useStand();

/** One event of `n` units for every account in the month that is about to close. */
async function sendUsage(
  service: TallymarkProcess,
  month: { number: number; accountIds: string[] },
): Promise<void> {
  const { number, accountIds } = month;
  const events = accountIds.map((accountId, i) => ({
    id: `m${number}-${accountId}`,
    schemaName: 'calls',
    timestamp: `2030-0${number}-01T00:00:00Z`,
    accountId,
    attributes: [{ name: 'n', value: String(i + 1) }],
    dimensions: {},
  }));
  await service.must('POST', '/ingestBatch', { events });
}

describe('SIGKILL of the service in the middle of closing cycles', () => {
  it('bills every cycle exactly once, with the right amount and numbers without a gap', async () => {
    const { tallymark: service } = await stand.tallymarkWithDatabase();
    const { accountIds } = await setUpAccounts(service, ACCOUNTS);
    for (let month = 1; month <= ROUNDS; month++) {
      await sendUsage(service, { number: month, accountIds });
      const to = { now: `2030-0${month + 1}-01T00:00:00Z` };
      const move = service.call('PUT', '/ext/v1/clock', to);
      // Later in each round: at the beginning of the work, in the middle of it, near its end.
      await sleep(60 + 150 * (month - 1));
      await service.kill();
      await move;
      await service.start();
      await service.must('PUT', '/ext/v1/clock', to);
    }
    const issued = await listIssued(service);
    expect(issued).toHaveLength(ACCOUNTS * ROUNDS);
    const cycles = issued.map((invoice) => `${invoice.ownerId} ${invoice.startDate}`);
    expect(new Set(cycles).size).toBe(cycles.length);
    // Account i used i + 1 units at 1.00.
    for (const { ownerId, totalAmount } of issued)
      expect(totalAmount).toBe(Number(ownerId.slice('account-'.length)) + 1);
    const numbers = issued
      .map(({ sequenceId = '' }) => Number(sequenceId.split('-').at(-1)))
      .sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: issued.length }, (_, i) => i + 1));
  }, 600_000);
});
