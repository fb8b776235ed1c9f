import type { ComponentProps } from 'react';
import { readDecimal } from '../format/typed-decimal.ts';
import { useMessages } from '../messages/catalogs.ts';
import { classes } from './classes.ts';
import { Field, type FieldTexts, INPUT } from './field.tsx';

interface DecimalFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'children' | 'type' | 'value'> {
  /** As typed: `readDecimal` reads it. */
  value: string;
  /** Beside the number: a currency, a unit, per cent. */
  unit?: string | undefined;
  isLabelHidden?: boolean | undefined;
}

/**
 * An exact number, typed with the marks of the reader's region. If those could be meant in another way, such
 * as `1.234` in German, the number that is read stands below.
 */
export function DecimalField(props: DecimalFieldProps) {
  const { label, help, error, value, unit, isLabelHidden, className, ...input } = props;
  const t = useMessages('ui');
  const read = readDecimal(value);
  const note = read !== null && isGrouped(value, read) ? t('readAs', { number: read }) : help;
  return (
    <Field {...{ label, error, isLabelHidden }} help={note}>
      {(attributes) => (
        <span className="relative flex items-center">
          <input
            {...attributes}
            inputMode="decimal"
            autoComplete="off"
            value={value}
            className={classes(INPUT, 'text-end', unit && 'pe-14', className)}
            {...input}
          />
          {unit && (
            <span className="pointer-events-none absolute end-2.5 max-w-12 truncate text-muted">{unit}</span>
          )}
        </span>
      )}
    </Field>
  );
}

/** Whether a mark was read as one that groups digits. */
function isGrouped(typed: string, read: string): boolean {
  const marks =
    typed
      .trim()
      .replace(/^[-\u2212]/, '')
      .match(/\D/g)?.length ?? 0;
  return marks > (read.includes('.') ? 1 : 0);
}
