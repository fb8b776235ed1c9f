import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../messages/catalogs.ts';
import { classes } from './classes.ts';
import { INPUT } from './field.tsx';
import { ChevronDown, Search } from './icons.ts';
import { Menu, MenuChoice } from './menu.tsx';

interface SearchFieldProps {
  value: string;
  onChange(value: string): void;
  label?: string;
}

const PAUSE_MS = 250;

interface Draft {
  text: string;
  /** Set when the field was left: until the value differs from it, the new one is on its way. */
  valueWhenLeft?: string;
}

/** Searches when the writer pauses, leaves the field or presses Enter. What is typed is never replaced. */
export function SearchField({ value, onChange, label }: SearchFieldProps) {
  const t = useMessages('ui');
  const [draft, setDraft] = useState<Draft | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The outside system is the timer: nothing is searched in a list that is gone.
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() !== value) onChange(text.trim());
  };
  const type = (text: string) => {
    setDraft({ text });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(text), PAUSE_MS);
  };
  const leave = () => {
    if (!draft) return;
    search(draft.text);
    setDraft(draft.text.trim() === value ? null : { ...draft, valueWhenLeft: value });
  };
  const isOver = draft?.valueWhenLeft !== undefined && draft.valueWhenLeft !== value;
  return (
    <div className="relative w-full sm:w-64">
      <Search aria-hidden className="pointer-events-none absolute start-2.5 top-2 size-4 text-faint" />
      <input
        type="search"
        value={draft && !isOver ? draft.text : value}
        aria-label={label ?? t('search')}
        placeholder={label ?? t('search')}
        data-shortcut="/"
        onChange={({ target }) => type(target.value)}
        onBlur={leave}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && search(currentTarget.value)}
        className={classes(INPUT, 'ps-8')}
      />
    </div>
  );
}

interface ChoiceFilterProps {
  label: string;
  options: readonly { value: string; text: string }[];
  /** The chosen values, separated by commas, as the API takes them. */
  value: string;
  onChange(value: string): void;
}

/** Several values of one member, kept as the API takes them. */
export function ChoiceFilter({ label, options, value, onChange }: ChoiceFilterProps) {
  const t = useMessages('ui');
  const chosen = value === '' ? [] : value.split(',');
  const texts = options.filter((option) => chosen.includes(option.value)).map(({ text }) => text);
  const toggle = (each: string, isChecked: boolean) =>
    onChange((isChecked ? [...chosen, each] : chosen.filter((other) => other !== each)).join(','));
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={t('filter', { what: [label, texts.join(', ')].filter(Boolean).join(' ') })}
          className={classes(
            'inline-flex h-8 items-center gap-1.5 rounded-md border px-2.5',
            chosen.length > 0
              ? 'border-accent bg-accent-soft text-ink'
              : 'border-control text-muted hover:text-ink',
          )}
        >
          <span>{label}</span>{' '}
          {texts.length > 0 && <span className="max-w-40 truncate font-medium">{texts.join(', ')}</span>}
          <ChevronDown aria-hidden className="size-3.5" />
        </button>
      }
    >
      {options.map((option) => (
        <MenuChoice
          key={option.value}
          isChecked={chosen.includes(option.value)}
          onChange={(isChecked) => toggle(option.value, isChecked)}
        >
          {option.text}
        </MenuChoice>
      ))}
    </Menu>
  );
}
