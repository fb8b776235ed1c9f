import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectOwner } from '../bill-run/phases.ts';
import { type Post, posting } from '../billed-accounts.ts';
import { type BenchServer, benchServer, type RunningService } from '../processes.ts';
import { makeAccounts } from './accounts.ts';
import { makeCatalog } from './catalog.ts';
import { sendEvents } from './events.ts';
import { multiply } from './multiply.ts';
import { makeRecords, multiplyLogs, sending } from './records.ts';

export interface Size {
  accounts: number;
  events: number;
}

/** The part of the events that each closed month has; the running one has the rest. */
const CLOSED_SHARE = 0.24;
const MONTHS = ['2031-01', '2031-02', '2031-03', '2031-04', '2031-05'] as const;
const HELD = {
  ...{ entityType: 'ORGANIZATION', entityId: 'default', namespace: 'PLATFORM', dataType: 'STRING' },
  ...{ id: 'INVOICE_AUTO_ADVANCE', name: 'Auto advance', value: 'false' },
};

/** Made by the product; an organization of any size is so many copies of it. */
const SEED_ACCOUNTS = 200;

/**
 * A server with an organization as it is after four months: three of them issued, one that waits for its bill
 * run, and the first days of the fifth. It is kept in the folder for the next run. The product makes and
 * bills the first accounts with their events, and the others are copies of their rows: hours instead of days
 * of work, with the same rows.
 */
export async function openWorld(folder: string | null, size: Size): Promise<BenchServer> {
  if (folder !== null && existsSync(folder)) return benchServer({ copyOf: folder });
  const server = await benchServer();
  try {
    await makeWorld(server, size);
    if (folder === null) return server;
    await mkdir(`${folder}.new`, { recursive: true });
    await server.stop(`${folder}.new`);
    await rename(`${folder}.new`, folder);
    return benchServer({ copyOf: folder });
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function makeWorld(server: BenchServer, { accounts, events }: Size): Promise<void> {
  const service = await server.startService();
  const owner = await connectOwner(server);
  const times = Math.ceil(accounts / SEED_ACCOUNTS);
  await fill(service, owner, { accounts: Math.min(accounts, SEED_ACCOUNTS), events: events / times });
  await waitForSums(owner);
  await service.stop();
  const { rows } = await owner.query(`select org_id from organizations where environment = 'sandbox'`);
  if (times > 1) await multiply(server.databaseUrl, rows[0].org_id, times);
  await multiplyLogs(owner, accounts * 10);
  await owner.query('vacuum analyze');
  await owner.end();
}

/** Until the sums have all usage: what waits to be added to them is not copied. */
async function waitForSums(owner: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query('select 1 from usage_deltas limit 1');
    if (rows.length === 0) return;
    await sleep(1000);
  }
}

async function fill(service: RunningService, owner: pg.Client, size: Size): Promise<void> {
  const post = posting(service);
  const say = startLog();
  await service.moveClock('2031-01-01T00:00:00Z');
  const plans = await makeCatalog(post);
  await makeAccounts(post, owner, { accounts: size.accounts, plans });
  await owner.query('vacuum analyze');
  await service.moveClock('2031-01-01T00:00:01Z');
  say('accounts');
  const share = Math.floor(size.events * CLOSED_SHARE);
  for (const [i, month] of MONTHS.entries()) {
    const isLast = i === MONTHS.length - 1;
    const [from, until] = [i * share, isLast ? size.events : (i + 1) * share];
    await service.moveClock(`${month}-${isLast ? '03T12:00:00' : '28T00:00:00'}Z`);
    await sendMonth(post, { from, until, accounts: size.accounts, month, days: isLast ? 2 : 27 });
    say(`events of ${month}`);
    if (isLast) break;
    if (i === MONTHS.length - 2) await post('/settings', HELD);
    await owner.query('vacuum analyze');
    await service.moveClock(`${MONTHS[i + 1]}-02T00:00:01Z`);
    say(`closed ${month}`);
  }
  await makeRecords(sending(service), owner, size);
  say('records');
}

async function sendMonth(
  post: Post,
  { month, ...span }: { from: number; until: number; accounts: number; month: string; days: number },
): Promise<void> {
  await sendEvents(post, { ...span, start: `${month}-01T00:00:00Z` });
}

function startLog(): (what: string) => void {
  const started = performance.now();
  return (what) =>
    console.log(`  ${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${what}`);
}
