import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '../../session/session.tsx';
import { useChord, useShortcuts } from '../../ui/shortcuts.ts';
import { firstOf, type NavigationGroup, navigationOf } from './navigation.ts';

export function useNavigation(): NavigationGroup[] {
  const session = useSession();
  return useMemo(() => navigationOf(session), [session]);
}

/** Which keys may follow: after `g` those of the groups, after the key of a group those of its pages. */
export type Awaited = 'groups' | NavigationGroup | null;

interface Keys {
  onHelp(): void;
  onPalette(): void;
  onAwaited(awaited: Awaited): void;
}

/**
 * `g` and a letter open the first page of a group, and a second letter another one of it; `/` searches the
 * list, `?` shows all keys, ⌘K or Ctrl K finds anything.
 */
export function useNavigationKeys(
  groups: readonly NavigationGroup[],
  { onHelp, onPalette, onAwaited }: Keys,
): void {
  const navigate = useNavigate();
  const ofGroup = (group: NavigationGroup): [string, () => void][] => {
    const { key, destinations } = group;
    const open = () => {
      void navigate({ to: firstOf(group) });
      if (destinations.length > 1) onAwaited(group);
    };
    return [
      [`g ${key}`, open],
      ...destinations.map((page): [string, () => void] => [
        `g ${key} ${page.key}`,
        () => void navigate({ to: page.to }),
      ]),
    ];
  };
  useShortcuts({
    g: () => onAwaited('groups'),
    ...Object.fromEntries(groups.flatMap(ofGroup)),
    '?': onHelp,
    '/': () => document.querySelector<HTMLInputElement>('[data-shortcut="/"]')?.focus(),
  });
  useChord('k', onPalette);
}
