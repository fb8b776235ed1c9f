import autocannon from 'autocannon';
import type pg from 'pg';
import type { ServiceProcess } from '../tools/spawn-tallymark.ts';
import { connectOwner } from './bill-run/phases.ts';
import { posting, prepareAccounts } from './billed-accounts.ts';
import { cpuSecondsBelow, parentOf } from './ingest/cpu.ts';
import { median } from './load.ts';
import { benchServer, type RunningService } from './processes.ts';

const ACCOUNTS = Number(process.env.PORTAL_ACCOUNTS ?? 200);
const INVOICES = 1_000;
/** Still to be paid, of each account. */
const OPEN = 20;
/** Each portal has five accounts. */
const PORTALS = 20;
const ROUNDS = 5;
const SECONDS = 3;
const TARGET_MS = 50;

/**
 * The overview of an account through its portal, among accounts with 1,000 invoices each. Over HTTP, one
 * request after the other and four at a time, in turns with the floor: a bare route that asks the same
 * statements, without token, wall and schema. Target: p99 ≤ 50 ms. Beside latency stands processor time,
 * which other work on the machine changes less.
 */
export async function benchPortal(): Promise<void> {
  const server = await benchServer();
  try {
    const service = await server.startService();
    const owner = await connectOwner(server);
    await service.moveClock('2031-01-01T00:00:00Z');
    await prepareAccounts(service, owner, ACCOUNTS);
    await fill(owner);
    const targets = await openPortals(service);
    const floor = await server.startFloor('bench/floors/overview.ts');
    const sides = [
      { name: 'floor', process: floor },
      { name: 'overview', process: service },
    ];
    const loads = [1, 4].flatMap((connections) =>
      sides.map((side) => ({ ...side, connections, runs: [] as Run[] })),
    );
    for (const { process } of sides) await send(process, targets, 1);
    for (let round = 0; round < ROUNDS; round++)
      for (const { process, connections, runs } of loads)
        runs.push(await measure(owner, process, { targets, connections }));
    await owner.end();
    print(loads);
  } finally {
    await server.stop();
  }
}

interface Run {
  p50: number;
  p99: number;
  /** Processor milliseconds of a request: service and PostgreSQL. */
  own: number;
  postgres: number;
}

interface Target {
  path: string;
  headers: Record<string, string>;
}

/** The draft of each account as issued invoices of as many months, without what their changes would tell. */
async function fill(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(
    `select column_name as name from information_schema.columns
     where table_name = 'invoices' and table_schema = 'public' and is_generated = 'NEVER'`,
  );
  const values: Record<string, string> = {
    ...{ id: `'bench-' || i.account_id || '-' || n`, sequence_id: `i.account_id || '-' || n` },
    ...{ sequence_scope: `'ORG'`, finalizing_status: `'FINALIZED'`, cycle_start: `i.cycle_start - n * 31` },
    ...{ status: `case when n <= ${OPEN} then 'DUE' else 'PAID' end`, total_amount: '31.25' },
    ...{ paid_amount: `case when n <= ${OPEN} then 0 else 31.25 end` },
    ...{
      invoice_date: `i.invoice_date - n * interval '31 days'`,
      created_at: `i.created_at - n * interval '31 days'`,
    },
    ...{ due_date: `i.invoice_date - (n - 10) * interval '31 days'` },
  };
  const names = rows.map(({ name }) => name as string);
  await owner.query(`set session_replication_role = replica`);
  await owner.query(
    `insert into invoices (${names.join(', ')})
     select ${names.map((name) => values[name] ?? `i.${name}`).join(', ')}
     from invoices i, generate_series(1, ${INVOICES}) n where i.status = 'DRAFT' order by n`,
  );
  await owner.query(`set session_replication_role = origin`);
  await owner.query('vacuum analyze');
}

async function openPortals(service: RunningService): Promise<Target[]> {
  const targets: Target[] = [];
  for (let portal = 0; portal < PORTALS; portal++) {
    const accountIds = [1, 2, 3, 4, 5].map((index) => `account-${1 + ((portal * 5 + index - 1) % ACCOUNTS)}`);
    const requested = { customerId: 'bench', accountIds, expiry: 86_400 };
    const { token } = (await posting(service)('/portal/token', requested)) as unknown as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    targets.push(...accountIds.map((id) => ({ path: `/sandbox/ext/v1/accounts/${id}/overview`, headers })));
  }
  return targets;
}

async function send({ url }: ServiceProcess, targets: readonly Target[], connections: number) {
  const requests = targets.map((target) => ({ method: 'GET' as const, ...target }));
  const result = await autocannon({ url, connections, duration: SECONDS, requests });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} error responses, ${result.errors} errors`);
  return result;
}

async function measure(
  owner: pg.Client,
  service: ServiceProcess,
  load: { targets: readonly Target[]; connections: number },
): Promise<Run> {
  const { rows } = await owner.query('select pg_backend_pid() as pid');
  const postmaster = await parentOf(rows[0].pid);
  const sides = () => Promise.all([cpuSecondsBelow(service.child.pid ?? 0), cpuSecondsBelow(postmaster)]);
  const before = await sides();
  const { latency, requests } = await send(service, load.targets, load.connections);
  const after = await sides();
  const each = (side: 0 | 1) => ((after[side] - before[side]) * 1000) / requests.total;
  return { p50: latency.p50, p99: latency.p99, own: each(0), postgres: each(1) };
}

interface Load {
  name: string;
  connections: number;
  runs: readonly Run[];
}

function print(loads: readonly Load[]): void {
  console.log(
    `\nportal: overview of an account, ${ACCOUNTS} accounts × ${INVOICES} invoices, ${OPEN} open each`,
  );
  for (const { name, connections, runs } of loads) {
    const of = (member: keyof Run) => median(runs.map((run) => run[member]));
    const latency = `p50 ${of('p50').toFixed(1)}  p99 ${of('p99').toFixed(1)} ms`;
    const cost = `processors ${of('own').toFixed(2)} + ${of('postgres').toFixed(2)} ms`;
    const met = of('p99') <= TARGET_MS ? 'met' : 'MISSED';
    const target = name === 'floor' ? '' : `  (≤ ${TARGET_MS} ms: ${met})`;
    console.log(`  ${connections} at a time  ${name.padEnd(9)} ${latency}  ${cost}${target}`);
  }
}
