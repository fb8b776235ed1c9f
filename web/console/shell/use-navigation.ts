import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { useSession } from '../../session/session.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { type NavigationGroup, navigationOf } from './navigation.ts';

export function useNavigation(): NavigationGroup[] {
  const session = useSession();
  return useMemo(() => navigationOf(session), [session]);
}

/** `g` and a letter open an area, `/` searches the list, `?` shows all keys. */
export function useNavigationKeys(groups: readonly NavigationGroup[], onHelp: () => void): void {
  const navigate = useNavigate();
  const help = useRef(onHelp);
  help.current = onHelp;
  const shortcuts = useMemo(
    () => ({
      ...Object.fromEntries(
        groups
          .flatMap(({ destinations }) => destinations)
          .map(({ key, to }) => [`g ${key}`, () => void navigate({ to })]),
      ),
      '?': () => help.current(),
      '/': () => document.querySelector<HTMLInputElement>('[data-shortcut="/"]')?.focus(),
    }),
    [groups, navigate],
  );
  useShortcuts(shortcuts);
}
