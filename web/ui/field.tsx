import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

export const INPUT =
  'h-8 w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-ui ' +
  'aria-invalid:border-bad disabled:opacity-60';

/** What every kind of field has beside its input. */
export interface FieldTexts {
  label: string;
  help?: string | undefined;
  /** What is wrong, and what to do. */
  error?: string | undefined;
}

/** The attributes that connect an input with its label, help and error. */
export interface FieldAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

interface FieldProps extends FieldTexts {
  /** On a wide screen, the label is read, but not shown: the row above has the same. */
  isLabelHidden?: boolean | undefined;
  children(attributes: FieldAttributes): ReactNode;
}

/** A label above its input, help and error below. */
export function Field({ label, help, error, isLabelHidden = false, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={classes('font-medium', isLabelHidden && 'sm:sr-only')}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': (error ?? help) ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldNote id={noteId} help={help} error={error} />
    </div>
  );
}

export function FieldNote({ id, help, error }: { id: string } & Pick<FieldTexts, 'help' | 'error'>) {
  const note = error ?? help;
  if (!note) return null;
  return (
    <p id={id} className={classes('text-caption', error ? 'text-bad' : 'text-muted')}>
      {note}
    </p>
  );
}

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'children'> {
  isLabelHidden?: boolean | undefined;
}

export function TextField({ label, help, error, isLabelHidden, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, help, error, isLabelHidden }}>
      {(attributes) => <input {...attributes} className={classes(INPUT, className)} {...input} />}
    </Field>
  );
}

/** A day of the calendar, `2030-01-31`, by the picker of the browser. */
export function DateField(props: Omit<TextFieldProps, 'type'>) {
  return <TextField {...props} type="date" />;
}

interface TextAreaFieldProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'children'> {}

/** Several lines; grows with what is typed where the browser can. */
export function TextAreaField({ label, help, error, className, ...area }: TextAreaFieldProps) {
  return (
    <Field {...{ label, help, error }}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={3}
          className={classes(INPUT, 'field-sizing-content h-auto max-h-80 min-h-16 py-1.5', className)}
          {...area}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends FieldTexts, Omit<ComponentProps<'select'>, 'children'> {
  options: readonly { value: string; text: string }[];
  isLabelHidden?: boolean | undefined;
}

export function SelectField(props: SelectFieldProps) {
  const { label, help, error, isLabelHidden, options, className, ...select } = props;
  return (
    <Field {...{ label, help, error, isLabelHidden }}>
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
