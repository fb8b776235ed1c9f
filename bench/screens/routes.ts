import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Searches of the screens, by route: lists with filters, and the tabs of a record. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  '/accounts': ['?_search=Summit%20Labs', '?status=ARCHIVED'],
  '/accounts/$accountId': [
    ...['invoices', 'schedule', 'credits', 'wallet', 'aliases', 'settings', 'licenses', 'entitlements'],
    ...['notes', 'activity'],
  ].map((tab) => `?tab=${tab}`),
  '/approvals': ['?tab=decided'],
  '/customers': ['?_search=Summit%20Labs'],
  '/customers/$customerId': ['contacts', 'notes', 'activity', 'details'].map((tab) => `?tab=${tab}`),
  '/events': ['?status=UNPROCESSED', '?account_id=account-7', '?status=UNMATCHED'],
  '/events/uncounted': ['?tab=values', '?event_id=evt-00000001'],
  '/events/corrections': ['?action=UNDO&account_id=account-7&from=2031-05-01'],
  '/invoices': ['?status=DUE', '?status=DRAFT', '?_search=2031-02-0123'],
  '/invoices/$invoiceId/explain': ['usage', 'events', 'uncounted'].map((tab) => `?tab=${tab}`),
  '/payments': ['?_search=TX-77'],
  '/reports/view': [
    ...['REVENUE_BY_CUSTOMER', 'REVENUE_BY_METER', 'MARGIN', 'CREDIT_LIABILITY', 'RECEIVABLES_AGING'],
    ...['UNPROCESSED_EVENTS', 'UNMATCHED_EVENTS', 'USAGE'],
  ].map((template) => `?template=${template}`),
  '/requests': ['?status_class=4XX', '?_search=ingest'],
  '/statement': ['?account_id=account-7&currency=USD'],
  '/team': ['?tab=roles'],
  '/wallets': ['?state=LOW'],
  '/wallets/$accountId': ['sources', 'uses', 'settings'].map((tab) => `?tab=${tab}`),
};

export interface Screen {
  route: string;
  path: string;
}

/**
 * Every route of the console, read from its sources, so that none is forgotten. Without a record for one of
 * its parameters a route is in `missing`.
 */
export async function listScreens(
  ids: Readonly<Record<string, string>>,
): Promise<{ screens: Screen[]; missing: string[] }> {
  const routes = await readRoutes();
  if (routes.length < 80) throw new Error(`only ${routes.length} routes were found in the sources`);
  const screens: Screen[] = [];
  const missing: string[] = [];
  for (const route of routes) {
    const idOf = (name: string) => ids[NAMES[route]?.[name] ?? name];
    const names = [...route.matchAll(/\$(\w+)/g)].map(([, name = '']) => name);
    if (names.some((name) => !idOf(name))) {
      missing.push(route);
      continue;
    }
    const path = route.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(idOf(name) ?? ''));
    for (const search of ['', ...(SEARCHES[route] ?? [])])
      screens.push({ route: route + search, path: path + search });
  }
  return { screens, missing };
}

/** Where a parameter stands for another kind of record than elsewhere. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/rules/$planId': { planId: 'ruledPlanId' },
  '/rules/$planId/$ruleId': { planId: 'ruledPlanId' },
  '/migrations/$jobId': { jobId: 'migrationId' },
};

const ROUTES = new URL('../../web/console/routes/', import.meta.url).pathname;

async function readRoutes(): Promise<string[]> {
  const files = await readdir(ROUTES, { recursive: true });
  const texts = await Promise.all(
    files.filter((name) => name.endsWith('-route.ts')).map((name) => readFile(join(ROUTES, name), 'utf8')),
  );
  const paths = texts.flatMap((text) => /path: '([^']+)'/.exec(text)?.[1] ?? []);
  return [...new Set(paths)].sort();
}
