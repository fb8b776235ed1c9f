import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';

export interface CsvColumn {
  header: string;
  /** Cells are numbers that were printed by us: a minus sign begins no formula. */
  isNumeric: boolean;
}

export interface WrittenCsv {
  path: string;
  /** Hex. */
  sha256: string;
  sizeBytes: number;
  rows: number;
}

/** A file of this machine that grows row by row, by RFC 4180, in UTF-8, every cell in quotes. */
export interface CsvFile {
  write(rows: readonly (readonly (string | null)[])[]): Promise<void>;
  /** Once, after the last row. */
  end(): Promise<WrittenCsv>;
  /** Removes it, whatever has become of it. */
  dispose(): Promise<void>;
}

const FORM = { quoted: true, quoted_empty: true, record_delimiter: '\r\n' } as const;

export async function openCsvFile(columns: readonly CsvColumn[]): Promise<CsvFile> {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-csv-'));
  const path = join(folder, 'rows.csv');
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  const count = { sizeBytes: 0, rows: 0 };
  let isOpen = true;
  const add = async (rows: readonly (readonly string[])[]) => {
    const bytes = Buffer.from(stringify([...rows] as string[][], FORM));
    hash.update(bytes);
    count.sizeBytes += bytes.length;
    await file.appendFile(bytes);
  };
  const close = async () => {
    if (isOpen) await file.close();
    isOpen = false;
  };
  await add([columns.map(({ header }) => neutralize(header))]);
  return {
    async write(rows) {
      if (rows.length === 0) return;
      await add(rows.map((row) => columns.map((column, index) => cell(row[index] ?? null, column))));
      count.rows += rows.length;
    },
    async end() {
      await close();
      return { path, sha256: hash.digest('hex'), ...count };
    },
    async dispose() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function cell(text: string | null, { isNumeric }: CsvColumn): string {
  if (text === null) return '';
  return isNumeric ? text : neutralize(text);
}

/** A spreadsheet computes what begins so; behind an apostrophe it is text. Some fold wide signs to these. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function neutralize(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
