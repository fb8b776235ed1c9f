import { connectOwner } from './bill-run/phases.ts';
import { posting, prepareAccounts, sendUsage } from './billed-accounts.ts';
import { median } from './load.ts';
import { benchServer, type RunningService } from './processes.ts';

const ACCOUNTS = (process.env.DRAFT_ACCOUNTS ?? '200,20000').split(',').map(Number);
const PAGE = 50;
const ROUNDS = 7;
const REQUESTS = 10;

/**
 * A page of drafts, which the list computes anew as GET by id does: 50 of 200 and 50 of 20,000, each with
 * five cards (three of usage in tiers, two fees). Beside it stand one draft by its id, and a page of
 * accounts, which is a plain read. Target: among 20,000 a page takes as long as among 200.
 */
export async function benchDrafts(): Promise<void> {
  for (const accounts of ACCOUNTS) {
    const server = await benchServer();
    try {
      const service = await server.startService();
      const owner = await connectOwner(server);
      await service.moveClock('2031-01-01T00:00:00Z');
      await prepareAccounts(service, owner, accounts);
      await sendUsage(posting(service), accounts);
      await owner.query('vacuum analyze');
      await owner.end();
      await measure(service, accounts);
    } finally {
      await server.stop();
    }
  }
}

async function measure(service: RunningService, accounts: number): Promise<void> {
  const [first] = await getPage(service, '/invoices');
  const targets: [string, () => Promise<unknown>][] = [
    [`GET /invoices, a page of ${PAGE} drafts`, () => getPage(service, '/invoices')],
    ['GET /invoices/{id}, one draft', () => get(service, `/invoices/${first?.id}`)],
    [`GET /accounts, a page of ${PAGE}`, () => get(service, `/accounts?pageSize=${PAGE}`)],
  ];
  const times = targets.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [i, [, call]] of targets.entries())
      for (let n = 0; n < REQUESTS; n++) {
        const started = performance.now();
        await call();
        // The first round only warms up.
        if (round > 0) times[i]?.push(performance.now() - started);
      }
  console.log(`\ndrafts: among ${accounts} (median and p95 of ${ROUNDS * REQUESTS} requests)`);
  for (const [i, [name]] of targets.entries()) {
    const sorted = (times[i] ?? []).toSorted((a, b) => a - b);
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
    console.log(`  ${name.padEnd(38)} ${median(sorted).toFixed(1).padStart(7)} ms  ${p95.toFixed(1)} ms`);
  }
}

async function getPage(service: RunningService, path: string): Promise<{ id: string }[]> {
  const { data } = (await get(service, path)) as { data: { id: string; status: string }[] };
  if (data.length !== PAGE || data.some(({ status }) => status !== 'DRAFT'))
    throw new Error(`${path} shows ${data.length} rows`);
  return data;
}

async function get(service: RunningService, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${service.sandboxKey}` };
  const response = await fetch(`${service.url}/sandbox${path}`, { headers });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response.json();
}
