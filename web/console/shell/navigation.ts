import type shell from '../../messages/en/shell.json';
import {
  Activity,
  Building2,
  ChartColumn,
  CodeXml,
  House,
  Landmark,
  type LucideIcon,
  ReceiptText,
  Server,
  SlidersHorizontal,
  Tags,
} from '../../ui/icons.ts';

type Word = keyof typeof shell;

export interface Destination {
  to:
    | ('/' | '/events' | '/events/corrections' | '/events/uncounted' | '/meters' | '/schemas')
    | ('/simulator' | '/plans' | '/rules' | '/addons' | '/features')
    | ('/customers' | '/accounts' | '/mails')
    | ('/month-close' | '/bill-runs' | '/invoices' | '/invoice-groups' | '/approvals')
    | (
        | '/receivables'
        | '/payments'
        | '/journal'
        | '/credits'
        | '/wallets'
        | '/statement'
        | '/payment-requests'
      )
    | ('/reports' | '/alerts' | '/incidents')
    | ('/keys' | '/webhooks' | '/requests' | '/jobs' | '/scheduled-work' | '/audit' | '/imports')
    | ('/settings/organization' | '/settings/sellers' | '/settings/billing' | '/settings/templates')
    | ('/settings/configuration' | '/settings/data' | '/settings/single-sign-on' | '/team' | '/system')
    | ('/settings/payment-providers' | '/settings/finalization-hooks');
  title: Word;
  scope: string | null;
  /** The key after that of the group; null: the only page of its group. */
  key: string | null;
  /** Only for operators of the deployment. */
  isForOperators?: true;
  /** Paths of screens that belong to it without being below it. */
  also?: readonly string[];
}

export interface NavigationGroup {
  title: Word;
  icon: LucideIcon;
  /** The key after `g`. */
  key: string;
  /** The first one is where the group leads. */
  destinations: readonly Destination[];
}

type Terms = Omit<Destination, 'to' | 'title' | 'scope' | 'key'>;

function page(
  to: Destination['to'],
  title: Word,
  { key, scope, ...more }: Pick<Destination, 'key' | 'scope'> & Terms,
): Destination {
  return { to, title, key, scope, ...more };
}

/** No page has `j`, `k` or `x` as its key: those are for the rows of the list that has just opened. */
const NAVIGATION: readonly NavigationGroup[] = [
  { title: 'home', icon: House, key: 'h', destinations: [page('/', 'home', { key: null, scope: null })] },
  {
    ...{ title: 'people', icon: Building2, key: 'c' },
    destinations: [
      page('/customers', 'customers', { key: 'c', scope: 'customers:read' }),
      page('/accounts', 'accounts', { key: 'a', scope: 'accounts:read' }),
      page('/mails', 'mails', { key: 'm', scope: 'invoices:read' }),
    ],
  },
  {
    ...{ title: 'usage', icon: Activity, key: 'u' },
    destinations: [
      page('/events', 'events', { key: 'e', scope: 'events:read' }),
      page('/events/uncounted', 'whyNot', { key: 'w', scope: 'events:read' }),
      page('/events/corrections', 'corrections', { key: 'c', scope: 'events:write' }),
      page('/meters', 'meters', { key: 'm', scope: 'catalog:read' }),
      page('/schemas', 'schemas', { key: 's', scope: 'catalog:read' }),
    ],
  },
  {
    ...{ title: 'catalog', icon: Tags, key: 'p' },
    destinations: [
      page('/plans', 'plans', { key: 'p', scope: 'plans:read', also: ['/migrations'] }),
      page('/rules', 'rules', { key: 'r', scope: 'plans:read' }),
      page('/addons', 'addOns', { key: 'a', scope: 'catalog:read' }),
      page('/features', 'features', { key: 'f', scope: 'catalog:read' }),
      page('/simulator', 'simulator', { key: 's', scope: 'reports:read' }),
    ],
  },
  {
    ...{ title: 'billing', icon: ReceiptText, key: 'b' },
    destinations: [
      page('/invoices', 'invoices', { key: 'i', scope: 'invoices:read' }),
      page('/month-close', 'monthClose', { key: 'm', scope: 'invoices:write' }),
      page('/bill-runs', 'billRuns', { key: 'b', scope: 'invoices:read' }),
      page('/invoice-groups', 'invoiceGroups', { key: 'g', scope: 'invoices:read' }),
      page('/approvals', 'approvals', { key: 'a', scope: 'approvals:read' }),
    ],
  },
  {
    ...{ title: 'money', icon: Landmark, key: 'm' },
    destinations: [
      page('/receivables', 'receivables', { key: 'r', scope: 'invoices:read' }),
      page('/payments', 'payments', { key: 'p', scope: 'payments:read' }),
      page('/payment-requests', 'paymentRequests', { key: 'q', scope: 'payments:read' }),
      page('/credits', 'credits', { key: 'c', scope: 'credits:read' }),
      page('/wallets', 'wallets', { key: 'w', scope: 'wallet:read' }),
      page('/journal', 'journal', { key: 'l', scope: 'invoices:read' }),
      page('/statement', 'statement', { key: 's', scope: 'invoices:read' }),
    ],
  },
  {
    ...{ title: 'insights', icon: ChartColumn, key: 'r' },
    destinations: [
      page('/reports', 'reports', { key: 'r', scope: 'reports:read' }),
      page('/alerts', 'alerts', { key: 'a', scope: 'alerts:read' }),
      page('/incidents', 'incidents', { key: 'i', scope: 'alerts:read' }),
    ],
  },
  {
    ...{ title: 'developers', icon: CodeXml, key: 'd' },
    destinations: [
      page('/keys', 'keys', { key: 'a', scope: 'org:read' }),
      page('/webhooks', 'webhooks', { key: 'w', scope: 'webhooks:read' }),
      page('/requests', 'requests', { key: 'r', scope: 'requests:read' }),
      page('/jobs', 'jobs', { key: 'o', scope: 'jobs:read' }),
      page('/imports', 'imports', { key: 'i', scope: 'jobs:read' }),
      page('/scheduled-work', 'scheduledWork', { key: 's', scope: 'jobs:read' }),
      page('/audit', 'audit', { key: 'l', scope: 'org:read' }),
    ],
  },
  {
    ...{ title: 'settings', icon: SlidersHorizontal, key: 's' },
    destinations: [
      page('/settings/organization', 'organization', { key: 'o', scope: 'org:read' }),
      page('/settings/sellers', 'sellers', { key: 'e', scope: 'sellers:read' }),
      page('/settings/billing', 'billingSettings', { key: 'b', scope: 'settings:read' }),
      page('/settings/templates', 'invoiceTemplates', { key: 't', scope: 'settings:read' }),
      page('/settings/payment-providers', 'paymentProviders', { key: 'p', scope: 'settings:read' }),
      page('/settings/finalization-hooks', 'finalizationHooks', { key: 'h', scope: 'settings:read' }),
      page('/settings/configuration', 'configuration', { key: 'c', scope: 'settings:read' }),
      page('/settings/data', 'retention', { key: 'd', scope: 'org:read' }),
      page('/team', 'team', { key: 'm', scope: 'org:read' }),
      page('/settings/single-sign-on', 'singleSignOn', { key: 's', scope: 'org:read' }),
    ],
  },
  {
    ...{ title: 'system', icon: Server, key: 'y' },
    destinations: [page('/system', 'system', { key: null, scope: null, isForOperators: true })],
  },
];

/** What the user may open, in the order of the rail. */
export function navigationOf({
  scopes,
  isOperator = false,
}: {
  scopes: readonly string[];
  isOperator?: boolean | undefined;
}): NavigationGroup[] {
  return NAVIGATION.map(({ destinations, ...group }) => ({
    ...group,
    destinations: destinations.filter(
      ({ scope, isForOperators }) =>
        (scope === null || scopes.includes(scope)) && (!isForOperators || isOperator),
    ),
  })).filter(({ destinations }) => destinations.length > 0);
}

/** The group and the page that a path belongs to: the most specific one. */
export function currentOf(
  groups: readonly NavigationGroup[],
  path: string,
): { group: NavigationGroup; destination: Destination } | undefined {
  return groups
    .flatMap((group) =>
      group.destinations.flatMap((destination) =>
        [destination.to, ...(destination.also ?? [])]
          .filter((each) => path === each || path.startsWith(`${each}/`))
          .map(({ length }) => ({ group, destination, length })),
      ),
    )
    .sort((a, b) => b.length - a.length)[0];
}

/** Where a group leads. */
export function firstOf({ destinations: [first] }: NavigationGroup): Destination['to'] {
  return first?.to ?? '/';
}
