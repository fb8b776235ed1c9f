import { CsvFault, type CsvRecord, readCsv } from '#platform/csv-reader.ts';
import { findMember, type Member, planColumns, writeBody } from './columns.ts';
import { ImportFault } from './end-import.ts';
import { KINDS } from './kinds.ts';
import type { ImportRow } from './store/imports.ts';

/** A row of the file. */
export interface FileRow {
  /** From 1, without the header. */
  place: number;
  line: number;
  /** The text of the body; null for a malformed row. */
  body: string | null;
  error: string | null;
}

type Terms = Pick<ImportRow, 'type' | 'columns' | 'defaults' | 'delimiter'>;

const MAX_ROWS = 1_000_000;

/** The number of rows, after reading the whole file. Raises `ImportFault`. */
export async function countRows(path: string, terms: Terms): Promise<number> {
  let count = 0;
  for await (const { place } of readRows(path, terms)) {
    count = place;
    if (count > MAX_ROWS)
      throw new ImportFault(`the file has more than ${MAX_ROWS} rows; split it into several files`);
  }
  return count;
}

/** The rows, in order. Raises `ImportFault` for a file that is not CSV, or whose header is invalid. */
export async function* readRows(path: string, terms: Terms): AsyncGenerator<FileRow> {
  let plan: Plan | null = null;
  let place = 0;
  try {
    for await (const record of readCsv(path, terms)) {
      if (plan) yield readRow(record, ++place, plan);
      else plan = planRows(record, terms);
    }
  } catch (error) {
    throw error instanceof CsvFault ? new ImportFault(error.message) : error;
  }
  if (!plan)
    throw new ImportFault('the file is empty; its first line must contain the headers of the columns');
}

interface Plan {
  /** By index; null for an ignored column. */
  members: readonly (Member | null)[];
  base: object;
  defaults: readonly { member: Member; text: string; columns: readonly number[] }[];
}

function planRows({ cells }: CsvRecord, { type, columns, defaults, delimiter }: Terms): Plan {
  const { body, base } = KINDS[type];
  const members = planColumns(cells, { body, columns });
  const problems = members.filter((member) => typeof member === 'string');
  if (problems.length > 0) throw new ImportFault(`header: ${withHint(problems, cells, delimiter)}`);
  const found = members as (Member | null)[];
  const same = (one: Member, other: Member | null) => JSON.stringify(one) === JSON.stringify(other);
  return {
    ...{ members: found, base },
    defaults: Object.entries(defaults).map(([path, text]) => {
      const member = findMember(body, path) as Member;
      const places = found.flatMap((each, place) => (same(member, each) ? [place] : []));
      return { member, text, columns: places };
    }),
  };
}

/** The most frequent reason why no column matches. */
function withHint(problems: readonly string[], cells: readonly string[], delimiter: string): string {
  const other =
    cells.length === 1 && [';', ',', '\t'].find((each) => each !== delimiter && cells[0]?.includes(each));
  const hint = other ? [`if the file is delimited by ${JSON.stringify(other)}, set delimiter to it`] : [];
  return [...problems.slice(0, 5), ...hint].join('; ');
}

function readRow({ line, cells }: CsvRecord, place: number, { members, base, defaults }: Plan): FileRow {
  if (cells.length !== members.length) {
    const error =
      `has ${cells.length} cells, but the header has ${members.length}; quote cells that contain the ` +
      'delimiter';
    return { place, line, body: null, error };
  }
  const given = members.flatMap((member, index) => (member ? [[member, cells[index] ?? ''] as const] : []));
  const absent = defaults.filter(({ columns }) => columns.every((column) => cells[column] === ''));
  const all = [...given, ...absent.map(({ member, text }) => [member, text] as const)];
  return { place, line, body: writeBody(all, base), error: null };
}
