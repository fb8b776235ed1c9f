/** A record of a table in text form, and the line of the text on which it begins, from 1. */
export interface CsvRecord {
  line: number;
  cells: readonly string[];
}

export interface CsvTable {
  records: readonly CsvRecord[];
  /** The line of a quotation mark that is never closed; what follows it is one cell. */
  openQuoteLine: number | null;
  /** What separates its cells. */
  mark: Mark;
}

const MARKS = ['\t', ';', ','] as const;
type Mark = (typeof MARKS)[number];

/**
 * Reads comma-separated values as RFC 4180 has them, also those that spreadsheets write with semicolons or
 * tabs: the mark that is most frequent in the first line. Empty lines are skipped.
 */
export function readCsv(text: string): CsvTable {
  const mark = markOf(text.slice(0, Math.max(0, indexOrEnd(text, '\n'))));
  const records: CsvRecord[] = [];
  let [at, line] = [text.startsWith('\uFEFF') ? 1 : 0, 1];
  let openQuoteLine: number | null = null;
  while (at < text.length) {
    const read = readRecord(text, at, mark);
    if (read.cells.some((cell) => cell !== '')) records.push({ line, cells: read.cells });
    if (read.isOpen) openQuoteLine = line;
    line += read.lines;
    at = read.end;
  }
  return { records, openQuoteLine, mark };
}

function indexOrEnd(text: string, mark: string): number {
  const at = text.indexOf(mark);
  return at === -1 ? text.length : at;
}

function markOf(header: string): Mark {
  const counts = MARKS.map((mark) => header.split(mark).length);
  return MARKS[counts.indexOf(Math.max(...counts))] ?? ',';
}

interface ReadRecord {
  cells: string[];
  /** Behind the end of its last line. */
  end: number;
  lines: number;
  isOpen: boolean;
}

function readRecord(text: string, start: number, mark: string): ReadRecord {
  const cells: string[] = [];
  let [at, lines] = [start, 1];
  for (;;) {
    const quoted = text[at] === '"' ? readQuoted(text, at) : null;
    const from = quoted ? quoted.end : at;
    const end = endOfCell(text, from, mark);
    cells.push(`${quoted?.value ?? ''}${text.slice(from, end).replace(/\r$/, '')}`.trim());
    lines += quoted?.lines ?? 0;
    if (text[end] !== mark) return { cells, end: end + 1, lines, isOpen: quoted?.isOpen ?? false };
    at = end + 1;
  }
}

function endOfCell(text: string, from: number, mark: string): number {
  let at = from;
  while (at < text.length && text[at] !== mark && text[at] !== '\n') at++;
  return at;
}

/** A cell in quotation marks, which contains marks and line ends; two quotation marks are one. */
function readQuoted(text: string, start: number) {
  const parts: string[] = [];
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    const isOpen = quote === -1;
    const end = isOpen ? text.length : quote;
    parts.push(text.slice(at, end));
    at = end + 1;
    if (!isOpen && text[at] === '"') {
      parts.push('"');
      at++;
      continue;
    }
    const value = parts.join('');
    return { value, isOpen, end: Math.min(at, text.length), lines: value.split('\n').length - 1 };
  }
}
