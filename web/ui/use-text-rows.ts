import { useState } from 'react';
import { editRow, type FormRow, keyOfRow, moveRow, removeRow } from './form-rows.ts';

/** How rows stand in a text, such as JSON, and what is wrong with them: by `index.member`. */
export interface RowText<Row extends FormRow> {
  read(text: string): readonly Row[];
  write(rows: readonly Row[]): string;
}

interface TextRowsOptions<Row extends FormRow> extends RowText<Row> {
  name: string;
  value: string;
  onChange(event: { target: { value: string } }): void;
  onBlur(): void;
  /** Of the whole field: then every row shows what is wrong with it. */
  error: string | undefined;
  errorsOf(rows: readonly Row[]): Readonly<Record<string, string>>;
}

/** A field of a form whose text is edited as rows; an error of a row is shown when its input was left. */
export function useTextRows<Row extends FormRow>(options: TextRowsOptions<Row>) {
  const { name, value, error, read, write, errorsOf, onChange, onBlur } = options;
  const [state, setState] = useState(() => ({ text: value, rows: read(value) }));
  const [left, setLeft] = useState<ReadonlySet<string>>(NOTHING);
  // Somebody has changed the text elsewhere, for example discarded it.
  if (state.text !== value) setState({ text: value, rows: read(value) });
  const { rows } = state;
  const errors = errorsOf(rows);
  const change = (next: readonly Row[]) => {
    const text = write(next);
    setState({ text, rows: next });
    onChange({ target: { value: text } });
  };
  return {
    rows,
    error: error !== undefined && Object.keys(errors).length === 0 ? error : undefined,
    keyOf: keyOfRow,
    add: (row: Row) => change([...rows, row]),
    remove: (index: number) => change(removeRow(rows, index)),
    move: (index: number, by: -1 | 1) => change(moveRow(rows, index, by)),
    edit: (index: number, part: Partial<Row>) => change(editRow(rows, index, part)),
    input: (index: number, member: keyof Row & string) => {
      const row = rows[index];
      const path = row ? `${keyOfRow(row)}.${member}` : '';
      return {
        name: `${name}.${index}.${member}`,
        value: row?.[member] ?? '',
        error: error !== undefined || left.has(path) ? errors[`${index}.${member}`] : undefined,
        onChange: ({ target }: { target: { value: string } }) =>
          change(editRow(rows, index, { [member]: target.value } as unknown as Partial<Row>)),
        onBlur: () => {
          setLeft((before) => new Set([...before, path]));
          onBlur();
        },
      };
    },
  };
}

const NOTHING: ReadonlySet<string> = new Set();
