import type { PrintedInvoice } from './printed-invoice.ts';
import type { PrintedLine } from './printed-lines.ts';
import { COLORS, type Column, LEADING, PAGE, type Sheet, type Style } from './sheet.ts';

type Cell = 'description' | 'quantity' | 'price' | 'amount';
const CELLS: readonly Cell[] = ['description', 'quantity', 'price', 'amount'];
const COLUMNS: Record<Cell, Column> = {
  description: { x: PAGE.left, width: 228 },
  quantity: { x: 284, width: 76 },
  price: { x: 368, width: 92 },
  amount: { x: 468, width: PAGE.right - 468 },
};
const HEADINGS: Record<Cell, string> = {
  description: 'Description',
  quantity: 'Quantity',
  price: 'Unit price',
  amount: 'Amount',
};
const INDENT = 14;
const STYLES: Record<PrintedLine['kind'], Style> = {
  GROUP: { size: 9.5, isBold: true },
  LINE: { size: 9.5 },
  PART: { size: 8.5, color: COLORS.quiet },
};
const SPACE_ABOVE: Record<PrintedLine['kind'], number> = { GROUP: 11, LINE: 8, PART: 2.5 };
const NO_LINES: PrintedLine = {
  kind: 'LINE',
  depth: 0,
  description: 'No charges in this period',
  quantity: '',
  price: '',
  amount: '',
};
/** The total and what it is made of are not torn apart. */
const TOTALS_HEIGHT = 120;

/** The table of lines over as many pages as it takes, then what it comes to. */
export function setLines(sheet: Sheet, invoice: PrintedInvoice): void {
  const lines = invoice.lines.length > 0 ? invoice.lines : [NO_LINES];
  const rows = lines.map((line) => wrapRow(sheet, line));
  setHeadings(sheet, invoice);
  for (const [index, row] of rows.entries()) {
    // Nothing stands at the foot of a page without the first of the lines below it.
    const next = rows[index + 1];
    const needed = row.height + (next && next.depth > row.depth ? next.height : 0);
    if (sheet.y + needed > PAGE.bottom) {
      sheet.addPage();
      setHeadings(sheet, invoice);
    }
    setRow(sheet, row);
  }
  if (sheet.y + TOTALS_HEIGHT > PAGE.bottom) sheet.addPage();
  setTotals(sheet, invoice);
}

interface Row {
  kind: PrintedLine['kind'];
  depth: number;
  cells: Record<Cell, string[]>;
  height: number;
}

function wrapRow(sheet: Sheet, line: PrintedLine): Row {
  const style = STYLES[line.kind];
  const wrap = (cell: Cell) => sheet.wrap(line[cell], columnOf(cell, line.depth), style);
  const cells = {
    description: wrap('description'),
    quantity: wrap('quantity'),
    price: wrap('price'),
    amount: wrap('amount'),
  };
  const most = Math.max(...CELLS.map((cell) => cells[cell].length));
  return {
    kind: line.kind,
    depth: line.depth,
    cells,
    height: SPACE_ABOVE[line.kind] + most * style.size * LEADING,
  };
}

function setRow(sheet: Sheet, { kind, depth, cells, height }: Row): void {
  const top = sheet.y;
  sheet.y += SPACE_ABOVE[kind];
  for (const cell of CELLS)
    sheet.set(cells[cell], columnOf(cell, depth), { ...STYLES[kind], align: alignOf(cell) });
  sheet.y = top + height;
}

function setHeadings(sheet: Sheet, { currency }: PrintedInvoice): void {
  const style = { size: 8.5, isBold: true, color: COLORS.accent };
  for (const cell of CELLS) {
    const heading = cell === 'amount' ? `${HEADINGS.amount} ${currency}` : HEADINGS[cell];
    sheet.set([heading], COLUMNS[cell], { ...style, align: alignOf(cell) });
  }
  sheet.y += 15;
  sheet.rule(COLORS.accent, 0.8);
}

function setTotals(sheet: Sheet, { parts, total, totalName }: PrintedInvoice): void {
  const names: Column = { x: 284, width: 92 };
  const values: Column = { x: 376, width: PAGE.right - 376 };
  sheet.y += 12;
  sheet.rule(COLORS.line, 0.6);
  sheet.y += 9;
  const rows: [string, string, Style][] = [
    ...parts.map(([name, value]): [string, string, Style] => [name, value, { size: 9.5 }]),
    [totalName, total, { size: 12, isBold: true }],
  ];
  for (const [name, value, style] of rows) {
    sheet.set([name], names, style);
    sheet.y += sheet.set(sheet.wrap(value, values, style), values, { ...style, align: 'right' }) + 6;
  }
}

function columnOf(cell: Cell, depth: number): Column {
  const { x, width } = COLUMNS[cell];
  const indent = cell === 'description' ? depth * INDENT : 0;
  return { x: x + indent, width: width - indent };
}

function alignOf(cell: Cell): 'left' | 'right' {
  return cell === 'description' ? 'left' : 'right';
}
