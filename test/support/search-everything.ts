import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { pdfPages } from './read-pdf.ts';

/** Every column that can contain text, as `table.column`, from the catalogue of the database. */
export async function textColumns(
  client: pg.Client,
): Promise<{ table: string; column: string; type: string }[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(`
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as table,
      a.attname as column, format_type(a.atttypid, null) as type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg_temp%'
      and c.relkind in ('r', 'p', 'm') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and format_type(a.atttypid, null)
        !~ '^(smallint|integer|bigint|numeric|double|real|boolean|date|uuid|xid8|timestamp)'
    order by 1, a.attnum`);
  return rows;
}

/**
 * `table.column text` for each text found in a column of any row of an organization, or of none; bytes are
 * read as characters.
 */
export async function searchTables(
  databaseUrl: string,
  { texts, orgId }: { texts: readonly string[]; orgId: number },
): Promise<string[]> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    const found = new Set<string>();
    const tables = Map.groupBy(await textColumns(owner), ({ table }) => table);
    for (const [table, columns] of tables) {
      const shown = columns.map(({ column, type }) =>
        type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`,
      );
      const { rows } = await owner.query<string[]>({
        text: `select ${shown.join(', ')} from ${table} as r
          where coalesce((to_jsonb(r) ->> 'org_id')::integer, ${orgId}) = ${orgId}`,
        rowMode: 'array',
      });
      for (const row of rows)
        for (const [index, value] of row.entries())
          for (const text of texts)
            if (holds(value, text)) found.add(`${table}.${columns[index]?.column} ${text}`);
    }
    return [...found].toSorted();
  } finally {
    await owner.end();
  }
}

/** `kind text` for each text found in a file below a folder: the kind is its folder. */
export async function searchFiles(folder: string, texts: readonly string[]): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = new Set<string>();
  for (const entry of names.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const content = await readPlain(path);
    const kind = entry.name.endsWith('.eml') ? 'mail' : (entry.parentPath.split('/').at(-1) ?? '');
    for (const text of texts) if (holds(content, text)) found.add(`${kind} ${text}`);
  }
  return [...found].toSorted();
}

/** The content as a reader sees it: PDFs and mails compress or encode their texts. */
async function readPlain(path: string): Promise<string> {
  const bytes = await readFile(path);
  const raw = bytes.toString();
  if (raw.startsWith('%PDF')) return raw + pdfPages(bytes).flat().join(' ');
  if (!path.endsWith('.eml')) return raw;
  const { subject, text, html, to, cc } = await PostalMime.parse(bytes);
  return [raw, subject, text, html, JSON.stringify([to, cc])].join('\n');
}

/** Also finds quoting of JSON in JSON or CSV, and other letter cases. */
function holds(value: string | null, text: string): boolean {
  return value?.toLowerCase().includes(text.toLowerCase()) ?? false;
}
