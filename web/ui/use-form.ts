import { type SyntheticEvent, useState } from 'react';

/** Fields of text, and what is wrong with them. Pure, in `<noun>-form.ts` of a screen. */
export interface Form<Fields extends Record<string, string>, Result> {
  initial: Fields;
  /** Errors by field; an empty object: everything is right. */
  check(fields: Fields): Partial<Record<keyof Fields, string>>;
  /** What to send. Called only if `check` finds nothing. */
  read(fields: Fields): Result;
}

/**
 * State of a form: fields, errors of fields that were left or submitted, and the number of changes. Nothing
 * that was typed is ever lost to an error.
 */
export function useForm<Fields extends Record<string, string>, Result>(
  form: Form<Fields, Result>,
  onSubmit: (result: Result) => void,
) {
  const [fields, setFields] = useState(form.initial);
  const [left, setLeft] = useState<ReadonlySet<keyof Fields>>(new Set());
  const errors = form.check(fields);
  const errorOf = (name: keyof Fields) => (left.has(name) ? errors[name] : undefined);
  const input = (name: keyof Fields & string) => ({
    name,
    value: fields[name] ?? '',
    error: errorOf(name),
    onChange: ({ target }: { target: { value: string } }) =>
      setFields((before) => ({ ...before, [name]: target.value })),
    onBlur: () => setLeft((before) => new Set([...before, name])),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setLeft(new Set(Object.keys(fields)));
    if (Object.keys(errors).length === 0) onSubmit(form.read(fields));
  };
  const changes = Object.keys(fields).filter((name) => fields[name] !== form.initial[name]).length;
  return { fields, input, submit, changes, reset: () => setFields(form.initial) };
}
