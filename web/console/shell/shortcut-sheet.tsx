import { useState } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { areShortcutsOn, switchShortcuts } from '../../ui/shortcuts.ts';
import type { NavigationGroup } from './navigation.ts';

interface ShortcutSheetProps {
  groups: readonly NavigationGroup[];
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

/** Every key of the console, and the switch that turns single keys off. */
export function ShortcutSheet({ groups, isOpen, onOpenChange }: ShortcutSheetProps) {
  const t = useMessages('shell');
  const [isOn, setOn] = useState(areShortcutsOn);
  const rows: [string, string][] = [
    ['/', t('key.filter')],
    ['j', t('key.down')],
    ['k', t('key.up')],
    ['x', t('key.select')],
    ['Enter', t('key.open')],
    ['?', t('shortcuts')],
    ...groups.flatMap(({ key, title, destinations }): [string, string][] => [
      [`g ${key}`, t(title)],
      ...destinations
        .filter((page) => page.key !== null)
        .map((page): [string, string] => [`g ${key} ${page.key}`, t(page.title)]),
    ]),
  ];
  const change = (on: boolean) => {
    switchShortcuts(on);
    setOn(on);
  };
  return (
    <Dialog title={t('shortcuts')} isOpen={isOpen} onOpenChange={onOpenChange}>
      <label className="mb-4 flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => change(target.checked)}
          className="size-4 accent-accent"
        />
        {t('key.switch')}
      </label>
      <dl className="grid grid-cols-[6rem_1fr] gap-y-2">
        {rows.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
