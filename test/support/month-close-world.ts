import pg from 'pg';
import { openAccount } from './billing-scenario.ts';
import { setChecks } from './draft-review-scenario.ts';
import { listenOnce } from './open-stream.ts';
import { addPerson, type Person } from './people.ts';
import type { Client, Service } from './running-app.ts';

/** An organization at the end of January 2030, whose drafts wait for a bill run, and its console. */
export interface MonthCloseWorld {
  /** `http://127.0.0.1:PORT/console/sandbox`. */
  url: string;
  person: Person;
  sandbox: Client;
  /** The sum of the clean drafts, and of those with a warning, in cents. */
  cents: { clean: bigint; warned: bigint };
}

/**
 * `drafts` drafts in USD, six of which are suspicious: two are below 0, two belong to a customer without an
 * address, and two leave a credit unused. Doubles add the amounts up wrongly. Most drafts are copied
 * in the database: a request for each would take a minute.
 */
export async function makeMonthCloseWorld(
  service: Service,
  { organization, drafts }: { organization: string; drafts: number },
): Promise<MonthCloseWorld> {
  const { sandbox } = await service.createOrganization(organization);
  await sandbox.setClock('2030-01-01T00:00:00Z');
  await setChecks(sandbox, organization, { TAX_ID_MISSING: { level: 'OFF' } });
  const names = Array.from({ length: 12 }, (_, n) => `north-${n + 1}`);
  for (const name of [...names, 'credited', 'owing']) await openAccount(sandbox, name);
  // Its account gets the same id.
  await sandbox.must.post('/customers', {
    ...{ id: 'bare', name: 'Bare Ltd', primaryEmail: 'bare@example.com', address: { country: 'DE' } },
  });
  await sandbox.must.post('/credits', {
    creditRequests: [
      {
        ...{ accountId: 'credited', purpose: 'Goodwill', priority: 1, creditAmount: 500 },
        effectiveFrom: '2030-01-01',
      },
    ],
  });
  const cents = { clean: 0n, warned: 0n };
  const add = (accountId: string, value: number, members: object = {}) =>
    sandbox.must.post('/invoices', {
      ...{ accountId, status: 'DRAFT', ...members },
      ...{ startDate: '2030-01-01T00:00:00Z', endDate: '2030-01-31T00:00:00Z' },
      lineItems: [{ description: 'Services in January', value: value / 100 }],
    });
  for (const value of [-1050, -2030]) await add('owing', value);
  for (const [account, value] of [
    ['bare', 10_010],
    ['bare', 20_020],
    ['credited', 30_030],
    ['credited', 40_040],
  ] as const) {
    await add(account, value, account === 'credited' ? { applyCredits: false } : {});
    cents.warned += BigInt(value);
  }
  const clean = Array.from({ length: drafts - 6 }, (_, n) => 10 + ((n * 7919) % 1_000_003));
  for (const name of names) await add(name, TEMPLATE_CENTS);
  await copyTemplates(service, { organization, amounts: clean.map((value) => String(value / 100)) });
  for (const value of clean) cents.clean += BigInt(value);
  await sandbox.setClock('2030-02-03T12:00:00Z');
  const url = `http://127.0.0.1:${await listenOnce(service.app.server)}/console/sandbox`;
  return { url, person: await addPerson(service, { organization }), sandbox, cents };
}

/** An amount whose digits occur nowhere else in a draft. */
const TEMPLATE_CENTS = 77_777_777;

/** Replaces the drafts of the template amount by one for each amount, over their accounts in turn. */
async function copyTemplates(
  { databaseUrl }: Pick<Service, 'databaseUrl'>,
  { organization, amounts }: { organization: string; amounts: readonly string[] },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    const template = String(TEMPLATE_CENTS / 100);
    const { rows } = await client.query(`
      select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
      where attrelid = 'invoices'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`);
    const { columns } = rows[0];
    await client.query(
      `with templates as (
        select t.*, row_number() over (order by t.id) - 1 as index, count(*) over () as all_of_them
        from invoices t join organizations o using (org_id)
        where o.id = $1 and o.environment = 'sandbox' and t.total_amount = $3::text::numeric)
      insert into invoices (${columns})
      select ${columns} from (select (jsonb_populate_record(null::invoices, to_jsonb(t) || jsonb_build_object(
        'id', t.id || '-' || a.n, 'total_amount', a.amount::numeric,
        'inputs', replace(t.inputs, $3::text, a.amount),
        'document', replace(t.document, $3::text, a.amount)))).*
      from unnest($2::text[]) with ordinality as a (amount, n)
      join templates t on t.index = a.n % t.all_of_them) as copies`,
      [organization, amounts, template],
    );
    await client.query('delete from invoices where total_amount = $1::numeric', [template]);
    await client.query('analyze invoices');
  } finally {
    await client.end();
  }
}
