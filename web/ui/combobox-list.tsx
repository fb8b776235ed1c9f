import { useMessages } from '../messages/catalogs.ts';
import { classes } from './classes.ts';
import type { ComboboxOption } from './combobox-keys.ts';

interface ComboboxListProps {
  /** Of the input. */
  id: string;
  label: string;
  options: readonly ComboboxOption[];
  isSearching: boolean;
  current: number;
  onChoose(value: string): void;
}

/** The options below the field; the focus stays in the field. */
export function ComboboxList({ id, label, options, isSearching, current, onChoose }: ComboboxListProps) {
  const t = useMessages('ui');
  return (
    <div className="floating absolute inset-x-0 top-full z-50 mt-1 p-1">
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={label}
        className="flex max-h-60 flex-col overflow-y-auto"
      >
        {options.map(({ value, text, note }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which names this option
          <div
            key={value}
            ref={index === current ? bringIntoView : null}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(value)}
            className={classes(
              'flex min-h-8 shrink-0 cursor-pointer items-center justify-between gap-3 rounded-sm px-2',
              index === current ? 'bg-selected' : 'hover:bg-hover',
            )}
          >
            <bdi className="min-w-0 truncate">{text}</bdi>
            {note && <bdi className="min-w-0 shrink-2 truncate text-caption text-muted">{note}</bdi>}
          </div>
        ))}
      </div>
      <p role="status" className={classes('px-2 py-1 text-muted', options.length > 0 && 'sr-only')}>
        {isSearching && options.length === 0 ? t('searching') : t.count('found', options.length)}
      </p>
    </div>
  );
}

function bringIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
