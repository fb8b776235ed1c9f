import { type SyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { editRow, type FormRow, keyOfRow, moveRow, removeRow } from './form-rows.ts';

type FieldValue = string | boolean | readonly FormRow[];
export type FormFields = Readonly<Record<string, FieldValue>>;

/** Errors by field, `name`; those of rows by `name.index.member`. */
export type FormErrors<Fields> = Readonly<
  Partial<Record<(keyof Fields & string) | `${string}.${number}.${string}`, string>>
>;

/** Fields of a form, and what is wrong with them. Pure, in `<noun>-form.ts` of a screen. */
export interface Form<Fields extends FormFields, Result> {
  initial: Fields;
  /** An empty object: everything is right. */
  check(fields: Fields): FormErrors<Fields>;
  /** What to send. Called only if `check` finds nothing. */
  read(fields: Fields): Result;
}

type NameOf<Fields, Value> = {
  [Name in keyof Fields]: Fields[Name] extends Value ? Name : never;
}[keyof Fields] &
  string;

interface Changed {
  target: { value: string };
}

/**
 * State of a form: fields, errors of fields that were left or submitted, and the number of changes. Nothing
 * that was typed is ever lost to an error.
 */
export function useForm<Fields extends FormFields, Result>(
  form: Form<Fields, Result>,
  onSubmit: (result: Result) => void,
) {
  const [fields, setFields] = useState(form.initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(NONE);
  const [isSubmitted, setSubmitted] = useState(false);
  const errors: Readonly<Record<string, string | undefined>> = form.check(fields);
  const set = (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change }));
  const leave = (path: string) => setLeft((before) => new Set([...before, path]));
  const errorOf = (path: string, leftAs = path) =>
    isSubmitted || left.has(leftAs) ? errors[path] : undefined;
  const reset = () => {
    setFields(form.initial);
    setLeft(NONE);
    setSubmitted(false);
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (Object.keys(errors).length === 0) return onSubmit(form.read(fields));
    flushSync(() => setSubmitted(true));
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return {
    fields,
    set,
    submit,
    reset,
    changes: countChanges(form.initial, fields),
    /** For a field of text, a select, a date, radio buttons. */
    input: (name: NameOf<Fields, string>) => ({
      name,
      value: fields[name] as string,
      error: errorOf(name),
      onChange: ({ target }: Changed) => set({ [name]: target.value } as unknown as Partial<Fields>),
      onBlur: () => leave(name),
    }),
    checkbox: (name: NameOf<Fields, boolean>) => ({
      name,
      checked: fields[name] as boolean,
      error: errorOf(name),
      onChange: ({ target }: { target: { checked: boolean } }) =>
        set({ [name]: target.checked } as unknown as Partial<Fields>),
    }),
    rows: <Name extends NameOf<Fields, readonly FormRow[]>>(name: Name) =>
      formRows<Fields[Name] extends readonly (infer Row extends FormRow)[] ? Row : never>(name, {
        rows: fields[name] as never,
        error: errorOf(name),
        change: (rows) => set({ [name]: rows } as unknown as Partial<Fields>),
        leave,
        errorOf,
      }),
  };
}

const NONE: ReadonlySet<string> = new Set();

interface RowsState<Row> {
  rows: readonly Row[];
  error: string | undefined;
  change(rows: readonly Row[]): void;
  leave(path: string): void;
  errorOf(path: string, leftAs: string): string | undefined;
}

/** What `RowsField` needs of a repeatable part, and the inputs of its rows. */
function formRows<Row extends FormRow>(
  name: string,
  { rows, error, change, leave, errorOf }: RowsState<Row>,
) {
  return {
    rows,
    error,
    keyOf: keyOfRow,
    add: (row: Row) => change([...rows, row]),
    replace: change,
    edit: (index: number, part: Partial<Row>) => change(editRow(rows, index, part)),
    remove: (index: number) => change(removeRow(rows, index)),
    move: (index: number, by: -1 | 1) => change(moveRow(rows, index, by)),
    input: (index: number, member: keyof Row & string) => {
      const row = rows[index];
      const leftAs = row ? `${name}.${keyOfRow(row)}.${member}` : '';
      return {
        name: `${name}.${index}.${member}`,
        value: row?.[member] ?? '',
        error: errorOf(`${name}.${index}.${member}`, leftAs),
        onChange: ({ target }: Changed) =>
          change(editRow(rows, index, { [member]: target.value } as unknown as Partial<Row>)),
        onBlur: () => leave(leftAs),
      };
    },
  };
}

/** How many fields differ from what they were. */
export function countChanges(before: FormFields, after: FormFields): number {
  return Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .length;
}
