import pg from 'pg';
import { posting, prepareAccounts, sendUsage } from './billed-accounts.ts';
import { type BenchServer, benchServer, type RunningService } from './processes.ts';

const SIZES = (process.env.CLOSE_ACCOUNTS ?? '100,1000,10000').split(',').map(Number);
const CYCLE_END = '2031-02-01T00:00:00Z';
const DEADLINE = '2031-02-02T00:00:00Z';

/**
 * The closing of the cycles of many accounts that are due at one instant: each with five cards (three of
 * usage in tiers, two fees), usage summed from its rows, numbered without gaps. Counted from the deadline to
 * the last number; the documents are printed afterwards and are not in it. Target: linear from 100 to 10,000
 * accounts. Beside it, how long the transactions wait for the counter of numbers: it is taken last, so the
 * computation of one invoice never waits for the number of another.
 */
export async function benchClose(): Promise<void> {
  const results: { accounts: number; seconds: number }[] = [];
  for (const accounts of SIZES) {
    const server = await benchServer();
    try {
      const service = await server.startService();
      const seconds = await closeAccounts(server, { service, accounts });
      results.push({ accounts, seconds });
      const each = ((seconds * 1000) / accounts).toFixed(2);
      const took = `${seconds.toFixed(2)} s, ${each} ms each`;
      console.log(`  close ${String(accounts).padStart(6)} accounts × 5 lines: ${took}`);
    } finally {
      await server.stop();
    }
  }
  const [first, last] = [results[0], results.at(-1)];
  if (!first || !last || first === last) return;
  const exponent = Math.log(last.seconds / first.seconds) / Math.log(last.accounts / first.accounts);
  console.log(
    `  exponent from ${first.accounts} to ${last.accounts}: ${exponent.toFixed(2)} (1.00 is linear)`,
  );
}

async function closeAccounts(
  server: BenchServer,
  { service, accounts }: { service: RunningService; accounts: number },
): Promise<number> {
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  // What went wrong is thrown below; that the database stops afterwards is no second fault.
  owner.on('error', () => undefined);
  await owner.connect();
  await service.moveClock('2031-01-01T00:00:00Z');
  await prepareAccounts(service, owner, accounts);
  await sendUsage(posting(service), accounts);
  await service.moveClock(CYCLE_END);
  await owner.query('vacuum analyze');
  const isClosing = service.moveClock(DEADLINE);
  const start = performance.now();
  const count = `select count(*)::int as issued from invoices where sequence_id is not null`;
  for (;;) {
    const { rows } = await owner.query(count);
    if (rows[0].issued >= accounts) break;
    await new Promise((resolve) => setTimeout(resolve, accounts / 50));
  }
  const seconds = (performance.now() - start) / 1000;
  await owner.end();
  // The documents are printed after the last number; stopping the service leaves the rest to nobody.
  isClosing.catch(() => undefined);
  return seconds;
}
