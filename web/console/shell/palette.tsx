import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { classes } from '../../ui/classes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { INPUT } from '../../ui/field.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import type { NavigationGroup } from './navigation.ts';
import { type Hit, useSearchHits } from './use-search-hits.ts';

interface PaletteProps {
  groups: readonly NavigationGroup[];
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** ⌘K: goes to a screen, or finds a customer, an account, an invoice or an event. */
export function Palette({ groups, isOpen, onOpenChange }: PaletteProps) {
  const t = useMessages('shell');
  return (
    <Dialog title={t('palette')} isOpen={isOpen} onOpenChange={onOpenChange}>
      <PaletteBody groups={groups} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Unmounted with the dialog, so that it opens empty. */
function PaletteBody({ groups, onDone }: { groups: readonly NavigationGroup[]; onDone(): void }) {
  const t = useMessages('shell');
  const navigate = useNavigate();
  const id = useId();
  const [term, setTerm] = useState('');
  const [current, setCurrent] = useState(0);
  const { hits, isSearching } = useSearchHits(term, groups);
  const chosen = hits[Math.min(current, hits.length - 1)];
  const go = ({ path }: Hit) => {
    onDone();
    void navigate({ to: path as '/' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setCurrent(Math.min(Math.max(current + step, 0), Math.max(hits.length - 1, 0)));
    }
    if (event.key === 'Enter' && chosen) go(chosen);
  };
  return (
    <div className="flex flex-col gap-3">
      <input
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={id}
        aria-activedescendant={chosen && `${id}-${chosen.key}`}
        aria-label={t('palette')}
        placeholder={t('palettePlaceholder')}
        autoComplete="off"
        spellCheck={false}
        value={term}
        onChange={({ target }) => {
          setTerm(target.value);
          setCurrent(0);
        }}
        onKeyDown={onKeyDown}
        className={INPUT}
      />
      <p role="status" className="sr-only">
        {t.count('hits', hits.length)}
      </p>
      <div
        role="listbox"
        id={id}
        aria-label={t('results')}
        className="flex max-h-80 flex-col overflow-y-auto"
      >
        {hits.map((hit) => (
          <HitRow
            key={hit.key}
            id={`${id}-${hit.key}`}
            hit={hit}
            isCurrent={hit === chosen}
            onChoose={() => go(hit)}
          />
        ))}
      </div>
      {hits.length === 0 && <p className="text-muted">{isSearching ? t('searching') : t('noHits')}</p>}
      <p className="flex items-center gap-1.5 text-caption text-muted">
        <Kbd>{'↑'}</Kbd>
        <Kbd>{'↓'}</Kbd>
        <Kbd>{'↵'}</Kbd>
        {t('paletteHelp')}
      </p>
    </div>
  );
}

interface HitRowProps {
  id: string;
  hit: Hit;
  isCurrent: boolean;
  onChoose(): void;
}

function HitRow({ id, hit, isCurrent, onChoose }: HitRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the combobox, which names this option
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      onClick={onChoose}
      className={classes(
        'flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-md px-2',
        isCurrent ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <bdi className="min-w-0 truncate">{hit.title}</bdi>
      <span className="shrink-0 text-caption text-muted">{hit.kind}</span>
    </div>
  );
}
