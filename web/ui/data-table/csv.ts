import type { Column } from './columns.tsx';

/** RFC 4180. A cell that a spreadsheet would compute is kept as text. */
export function csvOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  say: (key: string) => string,
): string {
  const lines = [
    columns.map(({ id }) => quoted(say(id))),
    ...rows.map((row) => columns.map((column) => quoted(column.text(row, say)))),
  ];
  return lines.map((cells) => cells.join(',')).join('\r\n');
}

const FORMULA = /^[=+@\t\r]|^-(?![\d.]+$)/;

function quoted(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function download(name: string, content: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
