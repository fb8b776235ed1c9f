import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareScanFloor } from '../floors/scan.ts';
import { Histogram } from '../generator/histogram.ts';
import { median } from '../load.ts';
import { ACCOUNTS, accountName, monthStart } from './events.ts';
import type { Line } from './report.ts';
import type { Site, Stage } from './stage.ts';

const MAX_SHARE = 0.02;
const MAX_MS = 5;
const REQUESTS = 100;
const LOGGED_REQUESTS = 50;

type Query = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<unknown>;

/**
 * The usage of the running month of one account, as the product answers it over HTTP (each time another
 * account), beside the sum of the same number of raw rows in a bare table: all of them read, and by an index.
 */
export async function benchQuery(stage: Stage, site: Site, rows: number): Promise<Line[]> {
  const floor = await prepareScanFloor(stage.floorsUrl, rows);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const query = querySender(site, agent);
  const drafts = await listDrafts(query);
  const queries = {
    metric: () => query('POST', '/metrics', metricQuery(randomAccount())),
    draft: () => query('GET', `/invoices/${drafts[Math.floor(Math.random() * drafts.length)]}`),
  };
  for (let n = 0; n < REQUESTS; n++) await queries.metric();
  const times = {
    all: [] as number[],
    index: [] as number[],
    metric: [] as Histogram[],
    draft: [] as Histogram[],
  };
  for (let round = 0; round < stage.options.rounds; round++) {
    times.all.push(await floor.scanAll());
    times.index.push(median(await repeat(20, floor.scanIndex)));
    times.metric.push(await timeEach(queries.metric));
    times.draft.push(await timeEach(queries.draft));
  }
  const sqlMs = await statementMs(site, queries.metric);
  await floor.stop();
  agent.destroy();
  return describe({ ...times, sqlMs });
}

interface Times {
  all: number[];
  index: number[];
  metric: Histogram[];
  draft: Histogram[];
  sqlMs: number;
}

function describe({ all, index, metric, draft, sqlMs }: Times): Line[] {
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  const middle = (histograms: readonly Histogram[], share: number) =>
    median(histograms.map((histogram) => histogram.quantile(share)));
  const seen = (histograms: readonly Histogram[]) =>
    `${ms(middle(histograms, 0.5))}, p99 ${ms(middle(histograms, 0.99))}`;
  const [scan, metricMs] = [median(all), middle(metric, 0.5)];
  const against = (found: number) => ({ floor: ms(scan), ratio: found / scan });
  return [
    { work: 'floor: raw scan of all rows', seen: ms(scan), isMet: null },
    { work: 'floor: raw rows by an index', seen: ms(median(index)), isMet: null },
    {
      work: 'usage of the month of an account: POST /metrics',
      ...{ seen: seen(metric), ...against(metricMs), target: `≤ ${MAX_SHARE}, ≤ ${MAX_MS} ms` },
      isMet: metricMs <= MAX_SHARE * scan && metricMs <= MAX_MS,
    },
    { work: '  all its statements in PostgreSQL', seen: ms(sqlMs), ...against(sqlMs), isMet: null },
    {
      work: '  GET /invoices/{id}, its draft priced',
      seen: seen(draft),
      ...against(middle(draft, 0.5)),
      isMet: null,
    },
  ];
}

function querySender({ service }: Site, agent: Agent): Query {
  const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' };
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const requested = request(service.url + path, { method, headers, agent }, async (response) => {
        const body = await text(response);
        if (response.statusCode === 200) resolve(JSON.parse(body));
        else reject(new Error(`${path} returned ${response.statusCode}: ${body}`));
      });
      requested.on('error', reject);
      requested.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

function metricQuery(account: string): unknown {
  const filters = [{ fieldName: 'ACCOUNT_ID', fieldValues: [account] }];
  return {
    startTime: new Date(monthStart()).toISOString(),
    endTime: new Date(Date.now() + 60_000).toISOString(),
    metricQueries: [{ id: 'month', name: 'USAGE_FOR_CYCLE', groupBy: 'USAGE_METER_ID', filters }],
  };
}

async function listDrafts(query: Query): Promise<string[]> {
  const { data } = (await query('GET', '/invoices?status=DRAFT')) as { data: { id: string }[] };
  if (data.length === 0) throw new Error('no draft is open');
  return data.map(({ id }) => id);
}

function randomAccount(): string {
  return accountName(Math.floor(Math.random() * ACCOUNTS));
}

async function repeat<T>(times: number, call: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < times; n++) results.push(await call());
  return results;
}

async function timeEach(call: () => Promise<unknown>): Promise<Histogram> {
  const histogram = new Histogram();
  for (let n = 0; n < REQUESTS; n++) {
    const started = performance.now();
    await call();
    histogram.add(performance.now() - started);
  }
  return histogram;
}

/** What the database itself says that the statements of one request take, from its log. */
async function statementMs(site: Site, call: () => Promise<unknown>): Promise<number> {
  const { owner } = site;
  const log = async () =>
    (await owner.query('select pg_read_file(pg_current_logfile()) as log')).rows[0].log as string;
  await owner.query('set log_min_duration_statement = -1');
  await owner.query('alter system set log_min_duration_statement = 0');
  await owner.query('select pg_reload_conf()');
  await sleep(500);
  const before = (await log()).length;
  await repeat(LOGGED_REQUESTS, call);
  await sleep(500);
  const logged = (await log()).slice(before);
  await owner.query('alter system reset log_min_duration_statement');
  await owner.query('select pg_reload_conf()');
  const total = [...logged.matchAll(/duration: ([\d.]+) ms/g)].reduce((sum, [, ms]) => sum + Number(ms), 0);
  return total / LOGGED_REQUESTS;
}
