import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { ProblemPage } from '../parts/problem-page.tsx';
import { place } from '../session/environment.ts';
import { accountListRoute } from './routes/accounts/account-list-route.ts';
import { accountRoute } from './routes/accounts/account-route.ts';
import { customerListRoute } from './routes/customers/customer-list-route.ts';
import { customerRoute } from './routes/customers/customer-route.ts';
import { eventListRoute } from './routes/events/event-list-route.ts';
import { eventRoute } from './routes/events/event-route.ts';
import { homeRoute } from './routes/home-route.ts';
import { invoiceExplanationRoute } from './routes/invoices/invoice-explanation-route.ts';
import { invoiceListRoute } from './routes/invoices/invoice-list-route.ts';
import { invoiceRoute } from './routes/invoices/invoice-route.ts';
import { jobListRoute } from './routes/jobs/job-list-route.ts';
import { jobRoute } from './routes/jobs/job-route.ts';
import { planListRoute } from './routes/plans/plan-list-route.ts';
import { planRoute } from './routes/plans/plan-route.ts';
import { rootRoute } from './routes/root-route.tsx';
import { parseSearch, stringifySearch } from './search.ts';

const routeTree = rootRoute.addChildren([
  accountListRoute,
  accountRoute,
  customerListRoute,
  customerRoute,
  eventListRoute,
  eventRoute,
  homeRoute,
  invoiceExplanationRoute,
  invoiceListRoute,
  invoiceRoute,
  jobListRoute,
  jobRoute,
  planListRoute,
  planRoute,
]);

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
