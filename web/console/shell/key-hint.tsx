import { useEffect, useEffectEvent } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { SEQUENCE_MS } from '../../ui/key-sequence.ts';
import type { NavigationGroup } from './navigation.ts';

interface KeyHintProps {
  groups: readonly NavigationGroup[];
  /** The group that was opened by its key; null after `g` alone. */
  group: NavigationGroup | null;
  onOver(): void;
}

/** Which keys may follow, as long as they are waited for. */
export function KeyHint({ groups, group, onOver }: KeyHintProps) {
  const t = useMessages('shell');
  const over = useEffectEvent(onOver);
  // The outside systems are the timer and the keyboard: any key ends the hint before it acts.
  useEffect(() => {
    const end = () => over();
    const timer = setTimeout(end, SEQUENCE_MS);
    document.addEventListener('keydown', end, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', end, { capture: true });
    };
  }, []);
  const rows = group ? group.destinations : groups;
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-4 z-40 mx-auto max-h-[60dvh] w-fit max-w-full overflow-y-auto rounded-md border border-line bg-surface p-3 shadow-floating"
    >
      <p className="pb-2 text-caption font-medium text-muted">{group ? t(group.title) : t('key.goTo')}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 sm:grid-cols-5">
        {rows.map(({ title, key }) => (
          <li key={title} className="flex min-w-0 items-center gap-2">
            <Kbd>{key ?? ''}</Kbd>
            <span className="min-w-0 truncate">{t(title)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
