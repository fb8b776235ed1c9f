import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { pdfPages } from './read-pdf.ts';

/** Every column that can hold a text, as `table.column`, by the catalogue of the database. */
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
 * `table.column text` of each text that stands in a column of any row of an organization, or of none;
 * bytes as the letters that they are.
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

/** `kind text` of each text that stands in a file below a folder: the kind is the folder that it lies in. */
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

/** What somebody reads who opens the file: PDFs and mails keep their texts compressed or encoded. */
async function readPlain(path: string): Promise<string> {
  const bytes = await readFile(path);
  const raw = bytes.toString();
  if (raw.startsWith('%PDF')) return raw + pdfPages(bytes).flat().join(' ');
  if (!path.endsWith('.eml')) return raw;
  const { subject, text, html, to, cc } = await PostalMime.parse(bytes);
  return [raw, subject, text, html, JSON.stringify([to, cc])].join('\n');
}

/** Also as JSON in JSON or CSV would quote it, and in other letters. */
function holds(value: string | null, text: string): boolean {
  return value?.toLowerCase().includes(text.toLowerCase()) ?? false;
}
