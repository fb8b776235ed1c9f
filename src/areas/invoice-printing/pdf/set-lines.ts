import type { ColumnName } from '#areas/invoice-templates/index.ts';
import type { PrintedInvoice } from './printed-invoice.ts';
import type { PrintedLine } from './printed-lines.ts';
import { type Printed, wholeOf } from './set-header.ts';
import { type Column, LEADING, type Sheet, type Style } from './sheet.ts';

/** The description gets the remaining width. */
const WIDTHS = { quantity: 76, price: 92, amount: 79.28 } as const;
const COLUMN_GAP = 8;
const INDENT = 14;
const STYLES: Record<PrintedLine['kind'], Style> = {
  GROUP: { size: 9.5, isBold: true },
  LINE: { size: 9.5 },
  PART: { size: 8.5, color: 'quiet' },
};
const SPACE_ABOVE: Record<PrintedLine['kind'], number> = { GROUP: 11, LINE: 8, PART: 2.5 };
/** Keeps the total and its components on one page. */
const TOTALS_HEIGHT = 120;

const TOTAL_NAMES = { width: 140, fromRight: 311.28 };
const TOTAL_VALUES_WIDTH = 171.28;
/** Rows between two yields of the process. */
const ROWS_AT_ONCE = 100;

/** Sets the table of lines over as many pages as needed, then the totals. */
export async function setLines(sheet: Sheet, printed: Printed, pause: () => Promise<void>): Promise<void> {
  const { invoice, pdf } = printed;
  const table = new Table(sheet, pdf.layout.columns);
  const lines = invoice.lines.length > 0 ? invoice.lines : [noLines(printed)];
  sheet.need(HEADINGS_HEIGHT);
  setHeadings(table, printed);
  let row = table.wrap(lines[0] as PrintedLine);
  for (const [index] of lines.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await pause();
    const line = lines[index + 1];
    const next = line && table.wrap(line);
    // Keeps a row at the foot of a page together with the first line below it.
    const needed = row.height + (next && next.depth > row.depth ? next.height : 0);
    if (sheet.y + needed > sheet.page.bottom) {
      sheet.addPage();
      setHeadings(table, printed);
    }
    table.set(row);
    if (next) row = next;
  }
  sheet.need(TOTALS_HEIGHT);
  setTotals(sheet, invoice);
  sheet.y += 18;
}

const HEADINGS_HEIGHT = 40;

function noLines({ pdf }: Printed): PrintedLine {
  const empty = { quantity: '', price: '', amount: '' };
  return { kind: 'LINE', depth: 0, description: pdf.layout.labels.noCharges, ...empty };
}

interface Row {
  kind: PrintedLine['kind'];
  depth: number;
  cells: Map<ColumnName, string[]>;
  height: number;
}

/** The columns of a template, side by side over the width of the page. */
class Table {
  readonly sheet: Sheet;
  readonly #columns = new Map<ColumnName, Column>();

  constructor(sheet: Sheet, names: readonly ColumnName[]) {
    this.sheet = sheet;
    const { page } = sheet;
    const fixed = names.reduce((sum, name) => sum + (name === 'description' ? 0 : WIDTHS[name]), 0);
    const rest = page.right - page.left - fixed - COLUMN_GAP * (names.length - 1);
    let x = page.left;
    for (const name of names) {
      const width = name === 'description' ? rest : WIDTHS[name];
      this.#columns.set(name, { x, width });
      x += width + COLUMN_GAP;
    }
  }

  get names(): ColumnName[] {
    return [...this.#columns.keys()];
  }

  wrap(line: PrintedLine): Row {
    const { kind, depth } = line;
    const style = STYLES[kind];
    const cells = new Map(
      this.names.map(
        (name) => [name, this.sheet.wrap(line[name], this.#columnAt(name, depth), style)] as const,
      ),
    );
    const max = Math.max(...cells.values().map(({ length }) => length));
    return { kind, depth, cells, height: SPACE_ABOVE[kind] + max * style.size * LEADING };
  }

  set({ kind, depth, cells, height }: Row): void {
    const top = this.sheet.y;
    this.sheet.y += SPACE_ABOVE[kind];
    for (const [name, lines] of cells) this.setCell(name, lines, { depth, ...STYLES[kind] });
    this.sheet.y = top + height;
  }

  setCell(name: ColumnName, lines: readonly string[], { depth, ...style }: Style & { depth: number }): void {
    const align = name === 'description' ? 'left' : 'right';
    this.sheet.set(lines, this.#columnAt(name, depth), { ...style, align });
  }

  #columnAt(name: ColumnName, depth: number): Column {
    const { x, width } = this.#columns.get(name) ?? wholeOf(this.sheet);
    const indent = name === 'description' ? depth * INDENT : 0;
    return { x: x + indent, width: width - indent };
  }
}

function setHeadings(table: Table, { invoice: { currency }, pdf }: Printed): void {
  const { labels } = pdf.layout;
  for (const name of table.names) {
    const heading = name === 'amount' ? `${labels.amount} ${currency}` : labels[name];
    table.setCell(name, [heading], { depth: 0, size: 8.5, isBold: true, color: 'accent' });
  }
  table.sheet.y += 15;
  table.sheet.rule('accent', 0.8);
}

function setTotals(sheet: Sheet, { parts, total, totalName }: PrintedInvoice): void {
  const { right } = sheet.page;
  const names: Column = { x: right - TOTAL_NAMES.fromRight, width: TOTAL_NAMES.width };
  const amounts: Column = { x: right - TOTAL_VALUES_WIDTH, width: TOTAL_VALUES_WIDTH };
  sheet.y += 12;
  sheet.rule('line', 0.6);
  sheet.y += 9;
  const rows: [string, string, Style][] = [
    ...parts.map(([name, value]): [string, string, Style] => [name, value, { size: 9.5 }]),
    [totalName, total, { size: 12, isBold: true }],
  ];
  for (const [name, value, style] of rows) {
    const height = sheet.set(sheet.wrap(name, names, style), names, style);
    const values = sheet.wrap(value, amounts, style);
    sheet.y += Math.max(height, sheet.set(values, amounts, { ...style, align: 'right' })) + 6;
  }
}
