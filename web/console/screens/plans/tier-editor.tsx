import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMessages } from '../../../messages/catalogs.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/choice-field.tsx';
import { FieldNote } from '../../../ui/field.tsx';
import { Plus } from '../../../ui/icons.ts';
import { TierFields, type TierInputs } from './tier-fields.tsx';
import { readTierKey } from './tier-keys.ts';
import { insertTier, MAX_TIERS, moveBorder, pasteTiers, removeTier, type TierRow } from './tier-rows.ts';

export interface TierRows extends TierInputs {
  rows: readonly TierRow[];
  error: string | undefined;
  keyOf(row: TierRow): string;
  replace(rows: readonly TierRow[]): void;
}

interface TierEditorProps {
  tiers: TierRows;
  currency: string;
}

/** The tiers of a price in one currency, by keyboard or by pasting from a spreadsheet. */
export function TierEditor({ tiers, currency }: TierEditorProps) {
  const t = useMessages('cardForm');
  const { rows, replace } = tiers;
  const list = useRef<HTMLOListElement>(null);
  const hasBounds = rows.some((row) => row[`min.${currency}`] || row[`max.${currency}`]);
  const [isBounded, setBounded] = useState(hasBounds);
  const focus = (index: number, member: string) =>
    list.current?.querySelector<HTMLElement>(`[name="tiers.${index}.${member}"]`)?.focus();
  const change = (next: readonly TierRow[], place: { index: number; member: string }) => {
    flushSync(() => replace(next));
    focus(place.index, place.member);
  };
  const insert = (index: number) => change(insertTier(rows, index), { index: index + 1, member: 'from' });
  const remove = (index: number) =>
    change(removeTier(rows, index), { index: Math.max(0, index - 1), member: index > 0 ? 'to' : 'from' });
  const press = (event: KeyboardEvent) => {
    const key = readTierKey(event);
    if (!key) return;
    event.preventDefault();
    if (key.act === 'go') focus(key.index + key.step, key.member);
    else if (key.act === 'insert') insert(key.index);
    else remove(key.index);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = pasteTiers(event.clipboardData.getData('text/plain'), { currency, like: rows[0] ?? {} });
    if (!pasted) return;
    event.preventDefault();
    replace(pasted);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" onKeyDown={press} onPaste={paste}>
      <legend className="mb-1 font-medium">{t('tiers')}</legend>
      <ol ref={list} className="flex flex-col gap-2">
        {rows.map((row, index) => (
          <TierFields
            key={tiers.keyOf(row)}
            {...{ tiers, row, index, currency, isBounded }}
            isLast={index === rows.length - 1}
            onBorder={(border) => replace(moveBorder(rows, index, border))}
            onRemove={rows.length > 1 ? () => remove(index) : null}
          />
        ))}
      </ol>
      <FieldNote id="tiers-note" help={t('tierKeys')} error={tiers.error} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button icon={Plus} disabled={rows.length >= MAX_TIERS} onClick={() => insert(rows.length - 1)}>
          {t('addTier')}
        </Button>
        <CheckboxField
          label={t('tierBounds')}
          checked={isBounded}
          onChange={({ target }) => setBounded(target.checked)}
        />
      </div>
    </fieldset>
  );
}
