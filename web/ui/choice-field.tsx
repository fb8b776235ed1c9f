import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldNote, type FieldTexts } from './field.tsx';

const CONTROL = 'mt-0.5 size-4 shrink-0 accent-accent';

interface CheckboxFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'children' | 'type'> {}

/** One thing that is so or not. */
export function CheckboxField({ label, help, error, ...input }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-6 items-start gap-2">
        <input
          type="checkbox"
          aria-describedby={(error ?? help) ? id : undefined}
          aria-invalid={error ? true : undefined}
          className={CONTROL}
          {...input}
        />
        {label}
      </label>
      <FieldNote {...{ id, help, error }} />
    </div>
  );
}

interface RadioFieldProps extends FieldTexts {
  name: string;
  value: string;
  onChange(event: { target: { value: string } }): void;
  onBlur?(): void;
  options: readonly { value: string; text: string; help?: string; extra?: ReactNode }[];
}

/** One of a few, each with its meaning below it; for more than five, a select is better. */
export function RadioField({ label, help, error, name, value, options, ...events }: RadioFieldProps) {
  const id = useId();
  return (
    <fieldset
      aria-describedby={(error ?? help) ? id : undefined}
      aria-invalid={error ? true : undefined}
      className="flex min-w-0 flex-col gap-1"
    >
      <legend className="mb-1 font-medium">{label}</legend>
      {options.map((option) => (
        <div key={option.value} className="flex flex-col gap-1">
          <label className="flex min-h-6 items-start gap-2">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              className={CONTROL}
              {...events}
            />
            <span className="flex min-w-0 flex-col">
              {option.text}
              {option.help && <span className="text-caption text-muted">{option.help}</span>}
            </span>
          </label>
          {option.value === value && option.extra && <div className="ps-6">{option.extra}</div>}
        </div>
      ))}
      <FieldNote {...{ id, help, error }} />
    </fieldset>
  );
}
