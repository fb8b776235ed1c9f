import { Outlet, useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { useSession } from '../../session/session.tsx';
import { SessionEnd } from '../../session/session-end.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Header } from './header.tsx';
import { navigationOf } from './navigation.ts';
import { Rail } from './rail.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';

/** The frame of every screen. */
export function Shell() {
  const t = useMessages('shell');
  const session = useSession();
  const navigate = useNavigate();
  const [isRailOpen, setRailOpen] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const groups = useMemo(() => navigationOf(session), [session]);
  const shortcuts = useMemo(
    () => ({
      ...Object.fromEntries(
        groups
          .flatMap(({ destinations }) => destinations)
          .map(({ key, to }) => [`g ${key}`, () => void navigate({ to })]),
      ),
      '?': () => setSheetOpen(true),
      '/': () => document.querySelector<HTMLInputElement>('[data-shortcut="/"]')?.focus(),
    }),
    [groups, navigate],
  );
  useShortcuts(shortcuts);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        {t('skip')}
      </a>
      <Header onMenu={() => setRailOpen(true)} onShortcuts={() => setSheetOpen(true)} />
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
      <Dialog kind="drawer" title={t('navigation')} isOpen={isRailOpen} onOpenChange={setRailOpen}>
        <Rail groups={groups} onChosen={() => setRailOpen(false)} />
      </Dialog>
      <ShortcutSheet groups={groups} isOpen={isSheetOpen} onOpenChange={setSheetOpen} />
      <SessionEnd />
    </div>
  );
}
