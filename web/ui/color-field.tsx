import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { Field, type FieldTexts, INPUT } from './field.tsx';

interface ColorFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'children' | 'type' | 'value'> {
  /** As typed; empty: none of its own. */
  value: string;
  /** What the picker of the browser is called. */
  pickerLabel: string;
  onChange(event: { target: { value: string } }): void;
}

const COLOR = /^#[0-9a-fA-F]{6}$/;
/** The picker has no state without a colour. */
const UNSET = `#${'0'.repeat(6)}`;

/** A colour as six hexadecimal digits, typed or picked. */
export function ColorField(props: ColorFieldProps) {
  const { label, help, error, value, pickerLabel, className, onChange, ...input } = props;
  return (
    <Field {...{ label, help, error }}>
      {(attributes) => (
        <span className="flex items-center gap-2">
          <input
            type="color"
            aria-label={pickerLabel}
            value={COLOR.test(value) ? value : UNSET}
            onChange={onChange}
            className="size-8 shrink-0 rounded-md border border-control bg-surface p-1"
          />
          <input
            {...attributes}
            {...input}
            value={value}
            onChange={onChange}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            className={classes(INPUT, 'font-mono', className)}
          />
        </span>
      )}
    </Field>
  );
}
