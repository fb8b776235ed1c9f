import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { useDatabase } from '#test/open-database.ts';
import type { Deployment } from '../deployment.ts';
import { createMetrics } from '../http/metrics.ts';
import { createLogger } from '../log.ts';
import { startWorker } from './worker.ts';

const opened = useDatabase();

it('does the upkeep soon after the start, of every organization, also when that of one fails', async () => {
  const orgs = [await opened.org('first'), await opened.org('second')];
  const kept: string[] = [];
  const worker = await startWorker({
    connection: { connectionString: opened.url },
    database: opened.database,
    dueWork: { runUntil: async () => 0 },
    deployment: {} as Deployment,
    logger: createLogger('silent'),
    metrics: createMetrics(),
    audits: [],
    everyMinute: [],
    upkeep: [
      async (_database, { orgId, id, environment }) => {
        kept.push(`${id} ${environment}`);
        if (orgId === orgs[0]?.orgId) throw new Error('as if its tables were broken');
      },
    ],
  });
  for (let waited = 0; kept.length < 4 && waited < 10_000; waited += 50) await sleep(50);
  await worker.stop();
  expect(kept.toSorted()).toEqual([
    'first production',
    'first sandbox',
    'second production',
    'second sandbox',
  ]);
});

it('does every minute what must not wait for an hour, of every organization', async () => {
  const org = await opened.org('third');
  const kept: number[] = [];
  const worker = await startWorker({
    connection: { connectionString: opened.url },
    database: opened.database,
    dueWork: { runUntil: async () => 0 },
    deployment: {} as Deployment,
    logger: createLogger('silent'),
    metrics: createMetrics(),
    audits: [],
    upkeep: [],
    everyMinute: [async (_database, { orgId }) => kept.push(orgId)],
  });
  const client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  // As the clock does at the next minute.
  await client.query(`select graphile_worker.add_job('every_minute')`);
  await client.end();
  for (let waited = 0; !kept.includes(org.orgId) && waited < 10_000; waited += 50) await sleep(50);
  await worker.stop();
  expect(kept).toContain(org.orgId);
});
