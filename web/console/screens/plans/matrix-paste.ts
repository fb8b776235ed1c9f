import { readDecimal } from '../../../format/typed-decimal.ts';
import { cellsAt, type PriceMatrix } from './price-matrix.ts';

/**
 * A block of a spreadsheet whose upper left corner is a cell: new prices by the name of their card. Cells
 * without a single price of a unit are skipped. Null if the text is one value, which the field takes itself.
 */
export function pasteBlock(
  matrix: PriceMatrix,
  at: { row: string; column: string },
  text: string,
): Record<string, string> | null {
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((value) => value.trim()));
  if (lines.length === 1 && lines[0]?.length === 1) return null;
  const [top, left] = [matrix.rows.indexOf(at.row), matrix.columns.indexOf(at.column)];
  const found: Record<string, string> = {};
  for (const [down, values] of lines.entries())
    for (const [right, value] of values.entries()) {
      const [row, column] = [matrix.rows[top + down], matrix.columns[left + right]];
      if (row === undefined || column === undefined || readDecimal(value) === null) continue;
      const [cell] = cellsAt(matrix, row, column);
      if (cell && cell.rate !== null) found[cell.card.name] = value;
    }
  return found;
}
