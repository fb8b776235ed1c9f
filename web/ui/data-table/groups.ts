/** The heading above a row if its group begins there; else null. */
export function groupAt<Row>(
  rows: readonly Row[],
  index: number,
  groupOf: ((row: Row) => string) | undefined,
): string | null {
  const [before, row] = [rows[index - 1], rows[index]];
  if (row === undefined || !groupOf) return null;
  const group = groupOf(row);
  return before !== undefined && groupOf(before) === group ? null : group;
}
