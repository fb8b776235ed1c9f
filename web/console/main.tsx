import '../theme/base.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { language, locale } from '../format/locale.ts';
import { loadMessages } from '../messages/catalogs.ts';
import { type GuestKind, guestKindOf } from '../session/guest-kind.ts';
import { loadSession } from '../session/load-session.ts';
import { type Session, SessionProvider } from '../session/session.tsx';
import { preloadMenus } from '../ui/menu.tsx';
import { makeQueryClient } from './query-client.ts';
import { makeRouter } from './router.tsx';

// Radix adds a style that locks scrolling behind a dialog.
setNonce(document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '');
document.documentElement.lang = language === 'pseudo' ? 'en' : locale;

// Not needed by those who are signed in.
const Guest = lazy(async () => ({ default: (await import('../session/guest.tsx')).Guest }));
const StartProblem = lazy(async () => ({
  default: (await import('../session/start-problem.tsx')).StartProblem,
}));

// After an upgrade, a tab that is still open asks for parts that are gone: it loads the console anew, once.
const RELOADED = 'tallymark.reloaded';
addEventListener('vite:preloadError', () => {
  if (!navigator.onLine || sessionStorage.getItem(RELOADED) === location.href) return;
  sessionStorage.setItem(RELOADED, location.href);
  location.reload();
});

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no element for the console');
  const kind = guestKindOf(location.pathname);
  const [who] = await Promise.all([
    kind === 'sign-in' ? findOut() : { session: null },
    ...(['shell', 'ui', 'session'] as const).map(loadMessages),
  ]);
  const client = makeQueryClient();
  createRoot(root).render(
    <StrictMode>
      <Suspense>
        <QueryClientProvider client={client}>{contentFor(who, { client, kind })}</QueryClientProvider>
      </Suspense>
    </StrictMode>,
  );
}

type Who = { session: Session | null } | { error: unknown };

function findOut(): Promise<Who> {
  return loadSession().then(
    (session) => ({ session }),
    (error: unknown) => ({ error }),
  );
}

function contentFor(who: Who, { client, kind }: { client: QueryClient; kind: GuestKind }) {
  if ('error' in who) return <StartProblem error={who.error} />;
  if (!who.session) return <Guest kind={kind} />;
  const { isSecondFactorMissing, isIdentityProviderMissing } = who.session;
  const router = makeRouter({
    queries: client,
    isLimited: isSecondFactorMissing || isIdentityProviderMissing,
    scopes: who.session.scopes,
  });
  return (
    <SessionProvider session={who.session}>
      <RouterProvider router={router} />
    </SessionProvider>
  );
}

// What a click opens later, so that it also opens without a connection.
void start().then(() =>
  requestIdleCallback(() => {
    preloadMenus();
    void import('./shell/palette.tsx');
  }),
);
