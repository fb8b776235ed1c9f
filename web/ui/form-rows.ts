/** One row of a repeatable part of a form, such as a tier. */
export type FormRow = Readonly<Record<string, string>>;

let count = 0;
const keys = new WeakMap<FormRow, string>();

/** What stays the same while a row is edited and moved, though each edit makes another object. */
export function keyOfRow(row: FormRow): string {
  const known = keys.get(row);
  if (known) return known;
  count += 1;
  const made = `row-${count}`;
  keys.set(row, made);
  return made;
}

export function editRow<Row extends FormRow>(
  rows: readonly Row[],
  index: number,
  change: Partial<Row>,
): readonly Row[] {
  return rows.map((row, at) => {
    if (at !== index) return row;
    const edited = { ...row, ...change };
    keys.set(edited, keyOfRow(row));
    return edited;
  });
}

/** At a position; the rows after it move down. */
export function insertRow<Row extends FormRow>(
  rows: readonly Row[],
  index: number,
  row: Row,
): readonly Row[] {
  return rows.toSpliced(index, 0, row);
}

export function removeRow<Row extends FormRow>(rows: readonly Row[], index: number): readonly Row[] {
  return rows.filter((_, at) => at !== index);
}

/** Changes places with the row before it or after it. */
export function moveRow<Row extends FormRow>(
  rows: readonly Row[],
  index: number,
  by: -1 | 1,
): readonly Row[] {
  const [row, other] = [rows[index], rows[index + by]];
  if (!row || !other) return rows;
  return rows.map((each, at) => (at === index ? other : at === index + by ? row : each));
}
