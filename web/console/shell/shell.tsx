import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { SessionEnd } from '../../session/session-end.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Header } from './header.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useNavigation, useNavigationKeys } from './use-navigation.ts';

/** The frame of every screen. */
export function Shell() {
  const t = useMessages('shell');
  const groups = useNavigation();
  const [isRailOpen, setRailOpen] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useNavigationKeys(groups, { onHelp: () => setSheetOpen(true), onPalette: () => setPaletteOpen(true) });
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        {t('skip')}
      </a>
      <Header
        onMenu={() => setRailOpen(true)}
        onShortcuts={() => setSheetOpen(true)}
        onPalette={() => setPaletteOpen(true)}
      />
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
      <Palette groups={groups} isOpen={isPaletteOpen} onOpenChange={setPaletteOpen} />
      <SessionEnd />
    </div>
  );
}
