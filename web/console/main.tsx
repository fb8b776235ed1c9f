import '../theme/base.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { type ReactNode, StrictMode } from 'react';
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
  const content = await contentFor(who, { client, kind });
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>{content}</QueryClientProvider>
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

/**
 * With everything that it draws at first: React shows what a page waits for only 300 ms after it has shown
 * that it waits.
 */
async function contentFor(
  who: Who,
  { client, kind }: { client: QueryClient; kind: GuestKind },
): Promise<ReactNode> {
  // Neither of the two is needed by those who are signed in.
  if ('error' in who) {
    const { StartProblem } = await import('../session/start-problem.tsx');
    return <StartProblem error={who.error} />;
  }
  if (!who.session) {
    const { Guest } = await import('../session/guest.tsx');
    return <Guest kind={kind} />;
  }
  const { isSecondFactorMissing, isIdentityProviderMissing } = who.session;
  const router = makeRouter({
    queries: client,
    isLimited: isSecondFactorMissing || isIdentityProviderMissing,
    scopes: who.session.scopes,
  });
  await router.load();
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
