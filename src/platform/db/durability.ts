import type pg from 'pg';

const MIN_VERSION = 150_000;

/** Rejects a database that could lose committed data: the guarantees of the API rest on these settings. */
export async function checkDurability(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num')`,
  );
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  if (Number(settings.get('server_version_num')) < MIN_VERSION)
    throw new Error('the database is older than PostgreSQL 15; upgrade it or leave DATABASE_URL out.');
  const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter(
    (name) => settings.get(name) === 'off',
  );
  if (off.length > 0) throw new Error(`the database may lose committed data: turn ${off.join(', ')} on.`);
}
