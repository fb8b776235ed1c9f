import { useRef } from 'react';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextAreaField } from '../../../ui/field.tsx';
import { insertText, selectLine } from '../../../ui/insert-text.ts';
import { VARIABLES } from './template-variables.ts';

interface LiquidFieldProps {
  label: string;
  help: string;
  error: string | undefined;
  /** Of a fault, counted from 1. */
  line: number | null;
  name: string;
  value: string;
  onChange(event: { target: { value: string } }): void;
  onBlur(): void;
}

/** A text with values of the invoice in it; a fault leads to its line. */
export function LiquidField({ line, label, ...field }: LiquidFieldProps) {
  const t = useMessages('invoiceTemplates');
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const change = (value: string) => field.onChange({ target: { value } });
    if (area.current && name) insertText(area.current, `{{ ${name} }}`, change);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <TextAreaField
        {...field}
        ref={area}
        label={label}
        className="font-mono"
        spellCheck={false}
        maxLength={100_000}
      />
      <div className="flex flex-wrap items-end gap-2">
        {line !== null && (
          <Button onClick={() => area.current && selectLine(area.current, line)}>
            {t('goToLine', { line: String(line) })}
          </Button>
        )}
        <div className="w-64 max-w-full">
          <SelectField
            label={t('insertInto', { text: label })}
            isLabelHidden
            value=""
            onChange={({ target }) => insert(target.value)}
            options={[
              { value: '', text: t('insert') },
              ...VARIABLES.map((name) => ({ value: name, text: name })),
            ]}
          />
        </div>
      </div>
    </div>
  );
}
