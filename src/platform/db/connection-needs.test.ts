import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { checkConnectionLimit, connectionsNeeded } from './connection-needs.ts';

const pools = { write: 16, read: 16 };

it.each([
  // 16 + 16, one for the number of the process, one now and then; a worker's queue has 4
  ['a process for everything', { pools, isWorker: true, apiProcesses: 1 }, 38],
  ['one that only answers', { pools, isWorker: false, apiProcesses: 1 }, 34],
  ['one that starts three', { pools, isWorker: true, apiProcesses: 3 }, 4 * 34 + 4],
  ['a small one', { pools: { write: 4, read: 2 }, isWorker: true, apiProcesses: 1 }, 12],
])('%s', (_, deployed, needed) => {
  expect(connectionsNeeded(deployed)).toBe(needed);
});

it('more than the server allows are rejected, more than are left warned of', async () => {
  const client = new pg.Client({ connectionString: inject('testServer').adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select sum(case name when 'max_connections' then 1 else -1 end * setting::int)::int as most
       from pg_settings
       where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
    );
    const most = rows[0].most as number;
    await expect(checkConnectionLimit(client, most + 1)).rejects.toThrow(
      `Tallymark needs up to ${most + 1} database connections, but the server allows only ${most}: ` +
        'raise max_connections of the server',
    );
    const other = new pg.Client({ connectionString: inject('testServer').adminUrl });
    await other.connect();
    expect(await checkConnectionLimit(client, most)).toMatch(
      `the server allows ${most}, and other clients use `,
    );
    await other.end();
    expect(await checkConnectionLimit(client, 1)).toBe(null);
  } finally {
    await client.end();
  }
});
