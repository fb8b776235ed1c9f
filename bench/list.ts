import pg from 'pg';
import { median } from './load.ts';
import { type BenchServer, benchServer, type RunningService } from './processes.ts';

const ROWS = 1_000_000;
const PAGE = 100;
const FAR = 1_000;
const ROUNDS = 7;
const REQUESTS = 50;

/**
 * Milliseconds of a page of 100 in a list of 1,000,000 rows through HTTP, one request after the other: the
 * first page and the 1,000th, reached by walking. Target: the far page takes at most 1.5 times the first. The
 * floor is the bare keyset statement of the same page on the same PostgreSQL, prepared, without HTTP and
 * without row-level security. Both lists are hard in their own way: add-ons are sorted by two texts, and all
 * accounts were changed at the same instant, as an import leaves them, so that the last key alone decides.
 */
export async function benchList(): Promise<void> {
  const server = await benchServer();
  try {
    const service = await server.startService();
    for (const list of LISTS) await benchOneList(server, { service, list });
  } finally {
    await server.stop();
  }
}

interface List {
  path: string;
  fill: string;
  /** Rows after `$2` and `$3`, the sort values of the last row shown; without them from the start. */
  floor(isFirst: boolean): string;
  /** Sort values of a row on the wire, as the floor takes them. */
  after(row: Record<string, string>): string[];
}

const IMPORTED = '2030-01-01T00:00:00Z';

const LISTS: readonly List[] = [
  {
    path: '/addons',
    fill: `insert into add_ons (org_id, id, name, type, status, created_at, updated_at)
      select $1, 'addon.' || n, 'Add-on ' || n::bigint * 7919 % ${ROWS}, 'FIXED_FEE', 'ACTIVE', now(), now()
      from generate_series(1, ${ROWS}) n`,
    floor: (
      isFirst,
    ) => `select id, name, type, billable_name, status, created_at from add_ons where org_id = $1
      ${isFirst ? '' : 'and (name collate "C", id collate "C") > ($2, $3)'}
      order by name collate "C", id collate "C" limit ${PAGE + 1}`,
    after: ({ name = '', id = '' }) => [name, id],
  },
  {
    path: '/accounts',
    fill: `with customer as (
        insert into customers
          (org_id, id, platform_id, name, primary_email, address, status, created_at, updated_at)
        values ($1, 'import', 'customer.import', 'Import', 'a@b.c', '{}', 'ACTIVE', now(), now())
        returning org_id)
      insert into accounts
        (org_id, id, platform_id, customer_id, name, invoice_currency, status, created_at, updated_at)
      select org_id, 'account-' || n, 'account.' || n, 'import', 'Account ' || n, 'USD', 'ACTIVE',
        '${IMPORTED}', '${IMPORTED}'
      from customer, generate_series(1, ${ROWS}) n`,
    floor: (isFirst) => `select * from accounts where org_id = $1
      and ${isFirst ? 'true' : 'updated_at = $2 and id collate "C" > $3'} and status <> 'ARCHIVED'
      order by ${isFirst ? 'updated_at desc, ' : ''}id collate "C" limit ${PAGE + 1}`,
    after: ({ id = '' }) => [IMPORTED, id],
  },
];

async function benchOneList(
  server: BenchServer,
  { service, list }: { service: RunningService; list: List },
): Promise<void> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query("select org_id from organizations where environment = 'production'");
    const orgId: number = rows[0].org_id;
    await client.query(list.fill, [orgId]);
    // As autovacuum would do it a minute later.
    await client.query('vacuum analyze');
    const far = await walk(service, list.path);
    const page = (query: string) => () => getPage(service, `${list.path}?${query}`);
    const floor = (name: string, after: string[]) => async () => {
      const text = list.floor(after.length === 0);
      const found = await client.query({ name: list.path + name, text, values: [orgId, ...after] });
      if (found.rowCount !== PAGE + 1) throw new Error(`the floor found ${found.rowCount} rows`);
    };
    const targets: [string, () => Promise<unknown>][] = [
      ['bare statement, first page', floor('first', [])],
      ['bare statement, 1,000th page', floor('far', list.after(far.last))],
      ['over HTTP, first page', page(`pageSize=${PAGE}`)],
      ['over HTTP, 1,000th page', page(`nextToken=${far.token}`)],
    ];
    await compare(`GET ${list.path}`, targets);
  } finally {
    await client.end();
  }
}

interface Page {
  data: Record<string, string>[];
  nextToken: string | null;
}

async function getPage(service: RunningService, path: string): Promise<Page> {
  const response = await fetch(service.url + path, {
    headers: { authorization: `Bearer ${service.apiKey}` },
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  const page = (await response.json()) as Page;
  if (page.data.length !== PAGE) throw new Error(`${path} shows ${page.data.length} rows`);
  return page;
}

/** The token that leads to the far page, and the last row before it. Every row is seen once on the way. */
async function walk(service: RunningService, path: string) {
  const seen = new Set<string>();
  let page = await getPage(service, `${path}?pageSize=${PAGE}`);
  for (let shown = 1; ; shown++) {
    for (const row of page.data) seen.add(row.id ?? '');
    if (seen.size !== shown * PAGE || !page.nextToken) throw new Error(`the walk over ${path} lost its way`);
    if (shown === FAR - 1) return { token: page.nextToken, last: page.data.at(-1) ?? {} };
    page = await getPage(service, `${path}?nextToken=${page.nextToken}`);
  }
}

async function compare(title: string, targets: [string, () => Promise<unknown>][]): Promise<void> {
  const times = targets.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, [, call]] of targets.entries()) {
      const started = performance.now();
      for (let n = 0; n < REQUESTS; n++) await call();
      // The first round only warms up.
      if (round > 0) times[i]?.push((performance.now() - started) / REQUESTS);
    }
  }
  const ms = times.map(median);
  const ratio = (far: number, first: number) => ((ms[far] ?? 0) / (ms[first] ?? 0)).toFixed(2);
  console.log(
    `\nlist: ${title} of ${PAGE} among ${ROWS} rows (median of ${ROUNDS} runs of ${REQUESTS} requests)`,
  );
  for (const [i, [name]] of targets.entries())
    console.log(`  ${name.padEnd(34)} ${(ms[i] ?? 0).toFixed(2).padStart(8)} ms`);
  console.log(`  1,000th to first page: ${ratio(3, 2)} (target 1.5), of the floor ${ratio(1, 0)}`);
}
