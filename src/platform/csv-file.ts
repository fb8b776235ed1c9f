import { stringify } from 'csv-stringify/sync';
import { type GrownFile, openGrowingFile } from './growing-file.ts';
import { startTurns } from './turns.ts';

export interface CsvColumn {
  header: string;
  /** All cells are numbers printed by us, so a minus sign does not begin a formula. */
  isNumeric: boolean;
}

export interface WrittenCsv extends GrownFile {
  rows: number;
}

/** A local CSV file that grows row by row: RFC 4180, UTF-8, every cell quoted. */
export interface CsvFile {
  write(rows: readonly (readonly (string | null)[])[]): Promise<void>;
  /** Call once, after the last row. */
  end(): Promise<WrittenCsv>;
  /** Removes the file, whatever its state. */
  dispose(): Promise<void>;
}

/**
 * The most characters printed in one turn: 4 ms. A thousand rows may have 9 million, which took half a
 * second.
 */
const MAX_AT_ONCE = 65_536;

const FORM = { quoted: true, quoted_empty: true, record_delimiter: '\r\n' } as const;

export async function openCsvFile(columns: readonly CsvColumn[]): Promise<CsvFile> {
  const file = await openGrowingFile();
  const add = (rows: readonly (readonly string[])[]) => file.append(stringify([...rows] as string[][], FORM));
  let count = 0;
  await add([columns.map(({ header }) => neutralize(header))]);
  return {
    async write(rows) {
      const turns = startTurns();
      let part: string[][] = [];
      let length = 0;
      for (const row of rows) {
        const cells = columns.map((column, index) => cell(row[index] ?? null, column));
        part.push(cells);
        for (const text of cells) length += text.length;
        if (length < MAX_AT_ONCE) continue;
        await add(part);
        part = [];
        length = 0;
        if (turns.isOver()) await turns.yieldLoop();
      }
      if (part.length > 0) await add(part);
      count += rows.length;
    },
    end: async () => ({ ...(await file.end()), rows: count }),
    dispose: () => file.dispose(),
  };
}

function cell(text: string | null, { isNumeric }: CsvColumn): string {
  if (text === null) return '';
  return isNumeric ? text : neutralize(text);
}

/**
 * Spreadsheets execute cells that begin with these characters; an apostrophe in front makes them text. Some
 * programs treat full-width signs alike.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function neutralize(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
