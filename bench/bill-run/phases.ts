import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { posting, prepareAccounts, sendUsage } from '../billed-accounts.ts';
import { cpuSecondsBelow, parentOf } from '../ingest/cpu.ts';
import type { BenchServer, RunningService } from '../processes.ts';

/** Milliseconds for each draft. */
export interface Cost {
  wall: number;
  /** Processor time of the service or the floor, and of PostgreSQL. */
  own: number;
  postgres: number;
}

export interface BillRun {
  /** From the request to the settled job. */
  issue: Cost;
  /** From there to the last paper. */
  print: Cost;
}

/** Nothing is issued by itself: all drafts wait. */
const WAITING = {
  ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', dataType: 'STRING' },
  ...{ id: 'INVOICE_AUTO_ADVANCE', name: 'Auto advance', value: 'false' },
};
const ISSUED = `select from jobs where settled_at is not null`;
const PRINTED = `
  select where not exists (
    select from invoices where sequence_id is not null and pdf_file_id is null)`;

/** Drafts of as many accounts that are past their deadline. */
export async function prepareDrafts(
  service: RunningService,
  owner: pg.Client,
  drafts: number,
): Promise<void> {
  await posting(service)('/settings', WAITING);
  await service.moveClock('2031-01-01T00:00:00Z');
  await prepareAccounts(service, owner, drafts);
  await sendUsage(posting(service), drafts);
  await service.moveClock('2031-02-02T00:00:00Z');
  await owner.query('vacuum analyze');
}

/** Issues and prints all drafts that wait. */
export async function runBillRun(
  service: RunningService,
  owner: pg.Client,
  drafts: number,
): Promise<BillRun> {
  const meter = await startMeter(service.child.pid ?? 0, owner);
  await posting(service)('/invoices/bill_runs');
  const until = async (query: string) => {
    while ((await owner.query(query)).rowCount === 0) await sleep(Math.max(10, drafts / 50));
    return meter(drafts);
  };
  const issue = await until(ISSUED);
  const print = await until(PRINTED);
  const { rows } = await owner.query(`select completed_entries as done from jobs`);
  if (rows[0].done !== drafts) throw new Error(`${rows[0].done} of ${drafts} drafts were issued`);
  return { issue, print };
}

/** What passes from one call to the next, for each of so many. */
export async function startMeter(pid: number, owner: pg.Client): Promise<(count: number) => Promise<Cost>> {
  const { rows } = await owner.query('select pg_backend_pid() as pid');
  const postmaster = await parentOf(rows[0].pid);
  const read = async () => ({
    wall: performance.now(),
    own: (await cpuSecondsBelow(pid)) * 1000,
    postgres: (await cpuSecondsBelow(postmaster)) * 1000,
  });
  let last = await read();
  return async (count) => {
    const now = await read();
    const each = (name: keyof Cost) => (now[name] - last[name]) / count;
    const cost = { wall: each('wall'), own: each('own'), postgres: each('postgres') };
    last = now;
    return cost;
  };
}

export async function connectOwner({ databaseUrl }: BenchServer): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  // What goes wrong is thrown by the statement that meets it; that the server stops at the end is no fault.
  owner.on('error', () => undefined);
  await owner.connect();
  return owner;
}
