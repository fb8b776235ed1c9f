import { type ReactNode, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useMessages } from '../messages/catalogs.ts';
import { Button, IconButton } from './button.tsx';
import { FieldNote, type FieldTexts } from './field.tsx';
import type { FormRow } from './form-rows.ts';
import { ArrowDown, ArrowUp, Plus, X } from './icons.ts';

interface RowsFieldProps<Row extends FormRow> extends Omit<FieldTexts, 'error'> {
  /** `rows('tiers')` of a form. */
  rows: {
    rows: readonly Row[];
    error: string | undefined;
    keyOf(row: Row): string;
    add(row: Row): void;
    remove(index: number): void;
    move(index: number, by: -1 | 1): void;
  };
  newRow(): Row;
  /** On the button below the rows. */
  addLabel: string;
  /** Names a row to screen readers: `Tier 2`. */
  nameOf(index: number): string;
  min?: number;
  max?: number;
  /** Whether the order of rows means something. */
  isOrdered?: boolean;
  children(row: Row, index: number): ReactNode;
}

/** Repeatable rows of fields: tiers, lines, mappings. */
export function RowsField<Row extends FormRow>(props: RowsFieldProps<Row>) {
  const { label, help, rows, newRow, addLabel, nameOf, min = 0, max = 100, isOrdered, children } = props;
  const t = useMessages('ui');
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = () => {
    flushSync(() => rows.add(newRow()));
    list.current?.lastElementChild?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  };
  const remove = (index: number) => {
    flushSync(() => rows.remove(index));
    // The button that was pressed is gone.
    addButton.current?.focus();
  };
  return (
    <fieldset aria-describedby={id} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">{label}</legend>
      <ul ref={list} className="flex flex-col gap-2">
        {rows.rows.map((row, index) => (
          <li
            key={rows.keyOf(row)}
            aria-label={nameOf(index)}
            className="flex items-end gap-2 border-b border-line pb-3 sm:border-0 sm:pb-0"
          >
            <div className="grid min-w-0 flex-1 gap-2 sm:auto-cols-fr sm:grid-flow-col">
              {children(row, index)}
            </div>
            <span className="flex shrink-0">
              {isOrdered && (
                <>
                  <IconButton
                    icon={ArrowUp}
                    label={t('moveUp', { what: nameOf(index) })}
                    disabled={index === 0}
                    onClick={() => rows.move(index, -1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={t('moveDown', { what: nameOf(index) })}
                    disabled={index === rows.rows.length - 1}
                    onClick={() => rows.move(index, 1)}
                  />
                </>
              )}
              <IconButton
                icon={X}
                label={t('removeRow', { what: nameOf(index) })}
                disabled={rows.rows.length <= min}
                onClick={() => remove(index)}
              />
            </span>
          </li>
        ))}
      </ul>
      <FieldNote {...{ id, help }} error={rows.error} />
      <span>
        <Button ref={addButton} icon={Plus} disabled={rows.rows.length >= max} onClick={add}>
          {addLabel}
        </Button>
      </span>
    </fieldset>
  );
}
