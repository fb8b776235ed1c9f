import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

export const INPUT =
  'h-8 w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-ui ' +
  'aria-invalid:border-bad disabled:opacity-60';

interface FieldProps {
  label: string;
  help?: string | undefined;
  /** What is wrong, and what to do. */
  error?: string | undefined;
  isOptional?: boolean;
  /** Receives the attributes that connect the input with label, help and error. */
  children(attributes: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }): ReactNode;
}

/** A label above its input, help and error below. */
export function Field({ label, help, error, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? help;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <p id={noteId} className={classes('text-caption', error ? 'text-bad' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'children'> {
  label: string;
  help?: string;
  error?: string | undefined;
}

export function TextField({ label, help, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(attributes) => <input {...attributes} className={classes(INPUT, className)} {...input} />}
    </Field>
  );
}

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children'> {
  label: string;
  help?: string;
  error?: string | undefined;
  options: readonly { value: string; text: string }[];
}

export function SelectField({ label, help, error, options, className, ...select }: SelectFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(attributes) => (
        <select {...attributes} className={classes(INPUT, className)} {...select}>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
