import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '../../session/session.tsx';
import { useChord, useShortcuts } from '../../ui/shortcuts.ts';
import { type NavigationGroup, navigationOf } from './navigation.ts';

export function useNavigation(): NavigationGroup[] {
  const session = useSession();
  return useMemo(() => navigationOf(session), [session]);
}

interface Keys {
  onHelp(): void;
  onPalette(): void;
}

/** `g` and a letter open an area, `/` searches the list, `?` shows all keys, ⌘K or Ctrl K finds anything. */
export function useNavigationKeys(groups: readonly NavigationGroup[], { onHelp, onPalette }: Keys): void {
  const navigate = useNavigate();
  const destinations = groups.flatMap(({ destinations: each }) => each);
  useShortcuts({
    ...Object.fromEntries(destinations.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
    '?': onHelp,
    '/': () => document.querySelector<HTMLInputElement>('[data-shortcut="/"]')?.focus(),
  });
  useChord('k', onPalette);
}
