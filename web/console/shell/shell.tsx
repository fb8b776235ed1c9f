import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { SessionEnd } from '../../session/session-end.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { Header } from './header.tsx';
import { HeldBar } from './held-bar.tsx';
import { Rail } from './rail.tsx';
import { type Awaited, useNavigation, useNavigationKeys } from './use-navigation.ts';

// Opened by a key or a button: nobody waits for them before the first screen.
const RailDrawer = lazy(async () => ({ default: (await import('./rail-drawer.tsx')).RailDrawer }));
const KeyHint = lazy(async () => ({ default: (await import('./key-hint.tsx')).KeyHint }));
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

/** The frame of every screen. */
export function Shell() {
  const t = useMessages('shell');
  const groups = useNavigation();
  const [open, setOpen] = useState<'rail' | 'sheet' | 'palette' | null>(null);
  const close = () => setOpen(null);
  const [awaited, setAwaited] = useState<Awaited>(null);
  useNavigationKeys(groups, {
    onHelp: () => setOpen('sheet'),
    onPalette: () => setOpen('palette'),
    onAwaited: setAwaited,
  });
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        {t('skip')}
      </a>
      <Header
        onMenu={() => setOpen('rail')}
        onShortcuts={() => setOpen('sheet')}
        onPalette={() => setOpen('palette')}
      />
      <ConnectionBar />
      <HeldBar />
      <div className="flex min-w-0 flex-1">
        <aside className="sticky top-12 hidden h-[calc(100dvh-3rem)] w-56 shrink-0 overflow-y-auto border-e border-line lg:block">
          <Rail groups={groups} />
        </aside>
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <Suspense fallback={<Skeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Suspense>
        {open === 'rail' && <RailDrawer groups={groups} onOpenChange={close} />}
        {open === 'sheet' && <ShortcutSheet groups={groups} isOpen onOpenChange={close} />}
        {awaited && (
          <KeyHint
            key={awaited === 'groups' ? '' : awaited.key}
            groups={groups}
            group={awaited === 'groups' ? null : awaited}
            onOver={() => setAwaited(null)}
          />
        )}
        {open === 'palette' && <Palette groups={groups} isOpen onOpenChange={close} />}
      </Suspense>
      <SessionEnd />
    </div>
  );
}
