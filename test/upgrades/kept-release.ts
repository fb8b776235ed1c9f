import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type pg from 'pg';

/*
 * The database and the files of a released version as text, which any server takes on which its migrations
 * have run: the embedded one has no pg_dump. A line is JSON: of a table, a partition, a sequence or a file;
 * or a row of the last table, which keeps the digits that the server wrote.
 */
interface Part {
  table?: string;
  columns?: readonly string[];
  partition?: number;
  sequence?: string;
  value?: string;
  isCalled?: boolean;
  file?: string;
  base64?: string;
}

interface Table {
  name: string;
  /** Those that the server does not compute. */
  columns: readonly string[];
}

interface Place {
  /** Of the kept database. */
  path: string;
  /** The folder of the stored files. */
  files: string;
}

const ROW = '\t';
/** Written by the migrations themselves. */
const BOOKKEEPING = ['schema_migrations', 'graphile_worker.migrations'];

/** The same bytes for the same database. */
export async function keepDatabase(database: pg.Client, { path, files }: Place): Promise<void> {
  const parts: string[] = [];
  const add = (part: Part) => parts.push(JSON.stringify(part));
  await database.query(`begin isolation level repeatable read; set local timezone = 'UTC'`);
  for (const partition of await listPartitions(database)) add({ partition });
  for (const table of await listTables(database)) {
    const rows = await readRows(database, table);
    if (rows.length > 0) add({ table: table.name, columns: table.columns });
    for (const row of rows) parts.push(ROW + row);
  }
  for (const each of await listSequences(database)) add(each);
  await database.query('commit');
  for (const file of await listFiles(files))
    add({ file, base64: (await readFile(join(files, file))).toString('base64') });
  await writeLines(path, parts);
}

/** Loads it into a database with the migrations of that version. */
export async function loadDatabase(database: pg.Client, { path, files }: Place): Promise<void> {
  const lines = await readLines(path);
  // Neither triggers nor foreign keys: rows are as they were.
  await database.query('set session_replication_role = replica');
  const parts = lines.filter((line) => !line.startsWith(ROW)).map((line) => JSON.parse(line) as Part);
  for (const { partition } of parts) if (partition !== undefined) await makePartition(database, partition);
  const tables = await listTables(database);
  await database.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const { table, rows } of splitTables(lines)) await insertRows(database, table, rows);
  for (const { sequence, value, isCalled, file, base64 } of parts) {
    if (sequence) await database.query('select setval($1, $2, $3)', [sequence, value, isCalled]);
    if (file) await writeInto(join(files, file), Buffer.from(base64 ?? '', 'base64'));
  }
  await database.query('reset session_replication_role');
}

export async function listEmptyTables(database: pg.Client): Promise<string[]> {
  const tables = await listTables(database);
  const { rows } = await database.query<{ name: string }>(
    tables
      .map(({ name }) => `select '${name}' as name where not exists (select from ${name})`)
      .join(' union all '),
  );
  return rows.map(({ name }) => name).sort();
}

/** A folder with the migrations up to the one with this number. */
export async function copyMigrations(from: string, last: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-released-'));
  for (const name of await readdir(from))
    if (Number(name.slice(0, 4)) <= last)
      await writeFile(join(folder, name), await readFile(join(from, name)));
  return folder;
}

export const removeFolder = (path: string) => rm(path, { recursive: true, force: true });

export async function writeLines(path: string, lines: readonly string[]): Promise<void> {
  const params = { [constants.ZSTD_c_compressionLevel]: 19 };
  await writeInto(path, zstdCompressSync(lines.map((line) => `${line}\n`).join(''), { params }));
}

export async function readLines(path: string): Promise<string[]> {
  return zstdDecompressSync(await readFile(path))
    .toString()
    .trimEnd()
    .split('\n');
}

async function listTables(database: pg.Client): Promise<Table[]> {
  const { rows } = await database.query<Table>(`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name,
      array_agg(quote_ident(a.attname) order by a.attname) as columns
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not attisdropped and attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'graphile_worker')
    group by 1 order by 1`);
  return rows.filter(({ name }) => !BOOKKEEPING.includes(name));
}

async function readRows(database: pg.Client, { name, columns }: Table): Promise<string[]> {
  const { rows } = await database.query<{ row: string }>(
    `select row_to_json(t)::text as row from (select ${columns.join(', ')} from ${name}) as t
     order by row_to_json(t)::text collate "C"`,
  );
  return rows.map(({ row }) => row);
}

async function insertRows(database: pg.Client, { name, columns }: Table, rows: readonly string[]) {
  const listed = columns.join(', ');
  await database.query(
    `insert into ${name} (${listed}) overriding system value
     select ${listed} from json_populate_recordset(null::${name}, $1)`,
    [`[${rows.join(',')}]`],
  );
}

function splitTables(lines: readonly string[]): { table: Table; rows: string[] }[] {
  const found: { table: Table; rows: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith(ROW)) found.at(-1)?.rows.push(line.slice(ROW.length));
    else {
      const { table: name, columns } = JSON.parse(line) as Part;
      if (name && columns) found.push({ table: { name, columns }, rows: [] });
    }
  }
  return found;
}

async function listPartitions(database: pg.Client): Promise<number[]> {
  const { rows } = await database.query('select number from event_partitions order by number');
  return rows.map(({ number }) => number);
}

async function makePartition(database: pg.Client, number: number): Promise<void> {
  const { rows } = await database.query('select to_regclass($1) as found', [`events_${number}`]);
  if (rows[0]?.found === null) await database.query('select make_event_partition($1)', [number]);
}

async function listSequences(database: pg.Client): Promise<Part[]> {
  const { rows } = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences
     where schemaname in ('public', 'graphile_worker') order by 1`,
  );
  const read = rows.map(
    ({ name }) => `select '${name}' as sequence, last_value::text as value,
    is_called as "isCalled" from ${name}`,
  );
  return (await database.query<Part>(read.join(' union all '))).rows;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

async function writeInto(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}
