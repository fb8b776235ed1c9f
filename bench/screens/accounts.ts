import type pg from 'pg';
import type { Post } from '../billed-accounts.ts';

/** Each of so many customers has one account or two. */
const CUSTOMERS_OF_100_ACCOUNTS = 60;
/** Accounts whose number it divides have an alias. */
export const ALIAS_EVERY = 5;

export const accountName = (n: number) => `account-${n}`;
export const aliasName = (n: number) => `tenant-${n}`;

/**
 * Customers and accounts with plans since the first day. Three accounts, one for each plan, are made through
 * the API, and the others as copies of their rows with names, addresses and aliases of their own.
 */
export async function makeAccounts(
  post: Post,
  owner: pg.Client,
  { accounts, plans }: { accounts: number; plans: readonly string[] },
): Promise<void> {
  const address = { line1: '12 Harbour Street', postalCode: '20457', city: 'Hamburg', country: 'DE' };
  const primaryEmail = 'billing@customer-1.example';
  await post('/customers', { id: 'customer-1', name: 'Aurora Analytics 1', primaryEmail, address });
  for (const [i, pricePlanId] of plans.entries()) {
    const id = accountName(i + 1);
    const aliases = i === 0 ? [aliasName(0)] : [];
    await post('/accounts', { id, name: `Aurora ${i + 1}`, customerId: 'customer-1', aliases });
    const days = { effectiveFrom: '2031-01-01', effectiveUntil: '9999-01-01' };
    const edits = [{ mode: 'ASSOCIATE', ...days, associationConfig: { pricePlanId } }];
    await post(`/v2/accounts/${id}/edit_schedules`, { edits });
    await post(`/v2/accounts/${id}/finalize_schedules`);
  }
  await copyAccounts(owner, accounts, plans.length);
}

const WORDS = [
  ...[
    'Aurora',
    'Borealis',
    'Cascade',
    'Dynamo',
    'Ember',
    'Fathom',
    'Granite',
    'Horizon',
    'Indigo',
    'Juniper',
  ],
  ...['Kestrel', 'Lumen', 'Meridian', 'Nimbus', 'Orchid', 'Pinnacle', 'Quartz', 'Ripple', 'Summit', 'Tundra'],
];
const TRADES = [
  'Analytics',
  'Systems',
  'Robotics',
  'Foods',
  'Logistics',
  'Media',
  'Health',
  'Energy',
  'Labs',
];
const listOf = (words: readonly string[]) => `array['${words.join("','")}']`;
const NAME = `(${listOf(WORDS)})[1 + n % ${WORDS.length}] || ' ' ||
  (${listOf(TRADES)})[1 + n / ${WORDS.length} % ${TRADES.length}] || ' ' || n`;

async function copyAccounts(owner: pg.Client, accounts: number, plans: number): Promise<void> {
  const customers = Math.floor((accounts * CUSTOMERS_OF_100_ACCOUNTS) / 100);
  const copy = copier(owner);
  await copy(
    'customers',
    `id = 'customer-1'`,
    { from: 2, to: customers },
    {
      ...{ id: `'customer-' || n`, platform_id: `'customer.' || n`, name: NAME },
      primary_email: `'billing@customer-' || n || '.example'`,
    },
  );
  const others = { from: plans + 1, to: accounts };
  const like = `'account-' || 1 + n % ${plans}`;
  await copy('accounts', `id = ${like}`, others, {
    ...{ id: `'account-' || n`, platform_id: `'account.' || n`, name: `${NAME} || ' production'` },
    customer_id: `'customer-' || 1 + n % ${customers}`,
  });
  for (const table of ['schedules', 'schedule_timelines'])
    await copy(table, `account_id = ${like}`, others, {
      ...{ account_id: `'account-' || n`, ...(table === 'schedules' && { id: `'sch-' || n` }) },
    });
  const aliased = { from: 1, to: accounts / ALIAS_EVERY };
  const alias = `'tenant-' || n * ${ALIAS_EVERY}`;
  await copy('known_aliases', `value = 'tenant-0'`, aliased, { value: alias });
  await copy('account_aliases', `value = 'tenant-0'`, aliased, {
    ...{ id: 'gen_random_uuid()', value: alias, account_id: `'account-' || n * ${ALIAS_EVERY}` },
  });
  // What the change of a timeline plans; that of the first accounts may be done already.
  await owner.query(
    `insert into scheduled_work (org_id, kind, key, due_at, rank, payload)
     select org_id, 'schedules.changed', id, '2031-01-01', 10, jsonb_build_object('accountId', id)
     from accounts where split_part(id, '-', 2)::int > $1`,
    [plans],
  );
}

/** Copies a row of a table for each of the numbers `n`, with other values in some columns. */
export function copier(owner: pg.Client) {
  return async (
    table: string,
    source: string,
    { from, to }: { from: number; to: number },
    values: Readonly<Record<string, string>>,
  ): Promise<void> => {
    const { rows } = await owner.query(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
         and is_identity = 'NO'`,
      [table],
    );
    const names = rows.map(({ name }) => name as string);
    await owner.query(
      `insert into ${table} (${names.join(', ')})
       select ${names.map((name) => values[name] ?? `source.${name}`).join(', ')}
       from generate_series($1::int, $2::int) n
       join lateral (select * from ${table} where ${source} limit 1) source on true`,
      [from, to],
    );
  };
}
