import pg from 'pg';

/** Names of the tables with a text in any row, as the owner of the database sees them. */
export async function tablesWith(databaseUrl: string, texts: readonly string[]): Promise<string[]> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    const { rows: tables } = await owner.query<{ name: string }>(`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by 1`);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await owner.query(
        `select from ${owner.escapeIdentifier(name)} as row
          where exists (select from unnest($1::text[]) as text where position(text in row::text) > 0)
          limit 1`,
        [texts],
      );
      if (rows.length > 0) found.push(name);
    }
    return found;
  } finally {
    await owner.end();
  }
}
