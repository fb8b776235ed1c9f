import { readCsv } from '../../../format/read-csv.ts';
import { COLUMNS, type CsvColumn, type CsvDefaults, type CsvRow, readRow } from './credit-csv-row.ts';

/** What a file may have at most; the service takes a hundred grants in one request. */
export const MAX_ROWS = 1000;
export const MAX_CHARACTERS = 1_000_000;

export type FileProblem = 'tooLarge' | 'tooMany' | 'columnsMissing' | 'columnsUnknown' | 'openQuote';

export interface CreditCsv {
  rows: readonly CsvRow[];
  problem: FileProblem | null;
  /** The columns that are missing or unknown, the line of the quotation mark. */
  detail: string;
}

/** Reads a file of grants, whose first line names its columns. Checks what needs no service. */
export function readCreditCsv(text: string, defaults: CsvDefaults): CreditCsv {
  const failed = (problem: FileProblem, detail = ''): CreditCsv => ({ rows: [], problem, detail });
  if (text.length > MAX_CHARACTERS) return failed('tooLarge');
  const { records, openQuoteLine } = readCsv(text);
  if (openQuoteLine !== null) return failed('openQuote', String(openQuoteLine));
  const [header, ...lines] = records;
  if (!header) return { rows: [], problem: null, detail: '' };
  const names = header.cells.map((name) => name.toLowerCase().replaceAll(' ', '_'));
  const missing = COLUMNS.slice(0, 2).filter((name) => !names.includes(name));
  if (missing.length > 0) return failed('columnsMissing', missing.join(', '));
  const unknown = names.filter((name) => name !== '' && !COLUMNS.some((known) => known === name));
  if (unknown.length > 0) return failed('columnsUnknown', unknown.slice(0, 5).join(', ').slice(0, 200));
  if (lines.length > MAX_ROWS) return failed('tooMany', String(lines.length));
  const seen = new Map<string, number>();
  const rows = lines.map(({ line, cells }) => {
    const read = (name: CsvColumn) => (names.includes(name) ? (cells[names.indexOf(name)] ?? '') : '');
    const named = Object.fromEntries(COLUMNS.map((name) => [name, read(name)])) as CsvRow['cells'];
    return readRow({ line, cells: named }, defaults, seen);
  });
  return { rows, problem: null, detail: '' };
}
