import { stringify } from 'csv-stringify/sync';
import { type GrownFile, openGrowingFile } from './growing-file.ts';
import { takeTurns } from './turns.ts';

export interface CsvColumn {
  header: string;
  /** Cells are numbers that were printed by us: a minus sign begins no formula. */
  isNumeric: boolean;
}

export interface WrittenCsv extends GrownFile {
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

/** Printed at once, in characters: 4 ms. A thousand rows may have 9 million, which took half a second. */
const MOST_AT_ONCE = 65_536;

const FORM = { quoted: true, quoted_empty: true, record_delimiter: '\r\n' } as const;

export async function openCsvFile(columns: readonly CsvColumn[]): Promise<CsvFile> {
  const file = await openGrowingFile();
  const add = (rows: readonly (readonly string[])[]) => file.append(stringify([...rows] as string[][], FORM));
  let count = 0;
  await add([columns.map(({ header }) => neutralize(header))]);
  return {
    async write(rows) {
      const turns = takeTurns();
      let part: string[][] = [];
      let length = 0;
      for (const row of rows) {
        const cells = columns.map((column, index) => cell(row[index] ?? null, column));
        part.push(cells);
        for (const text of cells) length += text.length;
        if (length < MOST_AT_ONCE) continue;
        await add(part);
        part = [];
        length = 0;
        if (turns.isOver()) await turns.giveWay();
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

/** A spreadsheet computes what begins so; behind an apostrophe it is text. Some fold wide signs to these. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function neutralize(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
