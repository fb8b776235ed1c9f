import { lazy, Suspense, useDeferredValue } from 'react';
import { useMessages } from '../../messages/catalogs.ts';
import { place } from '../../session/environment.ts';
import { useOrganizationName } from '../../session/use-organization-name.ts';
import { IconButton } from '../../ui/button.tsx';
import { CircleHelp, Menu as MenuIcon, Search } from '../../ui/icons.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { ClockButton } from './clock-button.tsx';
import { EnvironmentMenu } from './environment-menu.tsx';
import { UserMenu } from './user-menu.tsx';

const TailIndicator = lazy(async () => ({ default: (await import('./tail-indicator.tsx')).TailIndicator }));
const ClockMenu = lazy(async () => ({ default: (await import('./clock-menu.tsx')).ClockMenu }));

interface HeaderProps {
  onMenu(): void;
  onShortcuts(): void;
  onPalette(): void;
}

export function Header({ onMenu, onShortcuts, onPalette }: HeaderProps) {
  const t = useMessages('shell');
  const organization = useOrganizationName();
  // After the first screen; in a render of its own, which shows them as soon as they are loaded.
  const isLater = useDeferredValue(true, false);
  return (
    <header className="sticky top-0 z-30 flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-3 sm:px-4">
      <IconButton icon={MenuIcon} label={t('menu')} onClick={onMenu} className="lg:hidden" />
      <span className="min-w-0 truncate font-semibold">
        <bdi>{organization}</bdi>
      </span>
      <EnvironmentMenu />
      {place.environment === 'sandbox' && (
        <Suspense fallback={<ClockButton />}>{isLater ? <ClockMenu /> : <ClockButton />}</Suspense>
      )}
      <span className="flex-1" />
      <Suspense>{isLater && <TailIndicator />}</Suspense>
      <button
        type="button"
        onClick={onPalette}
        className="inline-flex h-8 items-center gap-2 rounded-md border border-control px-2.5 text-muted hover:text-ink"
      >
        <Search aria-hidden className="size-4" />
        <span className="sr-only sm:not-sr-only">{t('palette')}</span>
        <span aria-hidden className="hidden lg:inline">
          <Kbd>{t('paletteKey')}</Kbd>
        </span>
      </button>
      <a
        href={`${place.root}/docs`}
        aria-label={t('help')}
        title={t('help')}
        className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <CircleHelp aria-hidden className="size-4" />
      </a>
      <UserMenu onShortcuts={onShortcuts} />
    </header>
  );
}
