import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { ProblemPage } from '../parts/problem-page.tsx';
import { place } from '../session/environment.ts';
import { homeRoute } from './routes/home-route.ts';
import { invoiceExplanationRoute } from './routes/invoices/invoice-explanation-route.ts';
import { invoiceListRoute } from './routes/invoices/invoice-list-route.ts';
import { invoiceRoute } from './routes/invoices/invoice-route.ts';
import { rootRoute } from './routes/root-route.tsx';
import { parseSearch, stringifySearch } from './search.ts';

const routeTree = rootRoute.addChildren([homeRoute, invoiceListRoute, invoiceRoute, invoiceExplanationRoute]);

export function makeRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    basepath: place.console,
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    scrollRestoration: true,
    defaultErrorComponent: ProblemPage,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
