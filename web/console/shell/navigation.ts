import type shell from '../../messages/en/shell.json';
import {
  Activity,
  Archive,
  ArrowRightLeft,
  BellRing,
  Braces,
  Building2,
  CalendarCheck,
  CalendarClock,
  ChartColumn,
  CircleHelp,
  Coins,
  FileBraces,
  Files,
  FileText,
  FlaskConical,
  Gauge,
  HandCoins,
  House,
  KeyRound,
  Landmark,
  ListChecks,
  type LucideIcon,
  NotebookText,
  Palette,
  Puzzle,
  ReceiptText,
  RotateCcw,
  ScrollText,
  Server,
  ShieldCheck,
  Sigma,
  Signature,
  SlidersHorizontal,
  Stamp,
  Store,
  Tags,
  ToggleRight,
  UserRound,
  Users,
  Wallet,
  Webhook,
} from '../../ui/icons.ts';

export interface Destination {
  to:
    | '/'
    | '/events'
    | '/events/corrections'
    | '/events/uncounted'
    | '/meters'
    | '/schemas'
    | '/simulator'
    | '/plans'
    | '/rules'
    | '/customers'
    | '/accounts'
    | '/addons'
    | '/features'
    | '/month-close'
    | '/bill-runs'
    | '/invoices'
    | '/invoice-groups'
    | '/receivables'
    | '/journal'
    | '/payments'
    | '/credits'
    | '/wallets'
    | '/approvals'
    | '/reports'
    | '/alerts'
    | '/keys'
    | '/webhooks'
    | '/requests'
    | '/jobs'
    | '/scheduled-work'
    | '/audit'
    | '/team'
    | '/system'
    | '/settings/organization'
    | '/settings/sellers'
    | '/settings/billing'
    | '/settings/templates'
    | '/settings/configuration'
    | '/settings/data'
    | '/settings/single-sign-on';
  title: keyof typeof shell;
  icon: LucideIcon;
  scope: string | null;
  /** Only for operators of the deployment. */
  isForOperators?: true;
  /** The second key after `g`. */
  key: string;
}

export interface NavigationGroup {
  /** Null: the first page stands alone. */
  title: keyof typeof shell | null;
  destinations: readonly Destination[];
}

const NAVIGATION: readonly NavigationGroup[] = [
  { title: null, destinations: [{ to: '/', title: 'home', icon: House, scope: null, key: '0' }] },
  {
    title: 'usage',
    destinations: [
      { to: '/events', title: 'events', icon: Activity, scope: 'events:read', key: 'e' },
      { to: '/events/uncounted', title: 'whyNot', icon: CircleHelp, scope: 'events:read', key: 'q' },
      { to: '/events/corrections', title: 'corrections', icon: RotateCcw, scope: 'events:write', key: 'v' },
      { to: '/meters', title: 'meters', icon: Gauge, scope: 'catalog:read', key: 'm' },
      { to: '/schemas', title: 'schemas', icon: Braces, scope: 'catalog:read', key: 's' },
    ],
  },
  {
    title: 'pricing',
    destinations: [
      { to: '/plans', title: 'plans', icon: Tags, scope: 'plans:read', key: 'p' },
      { to: '/rules', title: 'rules', icon: Sigma, scope: 'plans:read', key: '7' },
      { to: '/addons', title: 'addOns', icon: Puzzle, scope: 'catalog:read', key: 'b' },
      { to: '/features', title: 'features', icon: ToggleRight, scope: 'catalog:read', key: 'f' },
      { to: '/simulator', title: 'simulator', icon: FlaskConical, scope: 'reports:read', key: 'x' },
    ],
  },
  {
    title: 'people',
    destinations: [
      { to: '/customers', title: 'customers', icon: Building2, scope: 'customers:read', key: 'c' },
      { to: '/accounts', title: 'accounts', icon: Users, scope: 'accounts:read', key: 'a' },
    ],
  },
  {
    title: 'billing',
    destinations: [
      { to: '/month-close', title: 'monthClose', icon: CalendarCheck, scope: 'invoices:write', key: 'z' },
      { to: '/bill-runs', title: 'billRuns', icon: ReceiptText, scope: 'invoices:read', key: '4' },
      { to: '/invoices', title: 'invoices', icon: FileText, scope: 'invoices:read', key: 'i' },
      { to: '/invoice-groups', title: 'invoiceGroups', icon: Files, scope: 'invoices:read', key: 'n' },
      { to: '/receivables', title: 'receivables', icon: HandCoins, scope: 'invoices:read', key: 'g' },
      { to: '/payments', title: 'payments', icon: Landmark, scope: 'payments:read', key: 'y' },
      { to: '/journal', title: 'journal', icon: NotebookText, scope: 'invoices:read', key: 'h' },
      { to: '/credits', title: 'credits', icon: Coins, scope: 'credits:read', key: 'r' },
      { to: '/wallets', title: 'wallets', icon: Wallet, scope: 'wallet:read', key: '=' },
      { to: '/approvals', title: 'approvals', icon: Stamp, scope: 'approvals:read', key: '5' },
    ],
  },
  {
    title: 'insights',
    destinations: [
      { to: '/reports', title: 'reports', icon: ChartColumn, scope: 'reports:read', key: 'o' },
      { to: '/alerts', title: 'alerts', icon: BellRing, scope: 'alerts:read', key: 'l' },
    ],
  },
  {
    title: 'developers',
    destinations: [
      { to: '/keys', title: 'keys', icon: KeyRound, scope: 'org:read', key: 'k' },
      { to: '/webhooks', title: 'webhooks', icon: Webhook, scope: 'webhooks:read', key: 'w' },
      { to: '/requests', title: 'requests', icon: ArrowRightLeft, scope: 'requests:read', key: '.' },
      { to: '/jobs', title: 'jobs', icon: ListChecks, scope: 'jobs:read', key: 'j' },
      { to: '/scheduled-work', title: 'scheduledWork', icon: CalendarClock, scope: 'jobs:read', key: 'd' },
      { to: '/audit', title: 'audit', icon: ScrollText, scope: 'org:read', key: 'u' },
    ],
  },
  {
    title: 'settings',
    destinations: [
      {
        ...{ to: '/settings/organization', title: 'organization', icon: Store },
        ...{ scope: 'org:read', key: '1' },
      },
      {
        ...{ to: '/settings/sellers', title: 'sellers', icon: Signature },
        ...{ scope: 'org:read', key: '6' },
      },
      {
        ...{ to: '/settings/billing', title: 'billingSettings', icon: SlidersHorizontal },
        ...{ scope: 'settings:read', key: '2' },
      },
      {
        ...{ to: '/settings/templates', title: 'invoiceTemplates', icon: Palette },
        ...{ scope: 'settings:read', key: '9' },
      },
      {
        ...{ to: '/settings/configuration', title: 'configuration', icon: FileBraces },
        ...{ scope: 'settings:read', key: '8' },
      },
      {
        ...{ to: '/settings/data', title: 'retention', icon: Archive },
        ...{ scope: 'org:read', key: '-' },
      },
      { to: '/team', title: 'team', icon: UserRound, scope: 'org:read', key: 't' },
      {
        ...{ to: '/settings/single-sign-on', title: 'singleSignOn', icon: ShieldCheck },
        ...{ scope: 'org:read', key: '3' },
      },
      { to: '/system', title: 'system', icon: Server, scope: null, isForOperators: true, key: ',' },
    ],
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
  return NAVIGATION.map(({ title, destinations }) => ({
    title,
    destinations: destinations.filter(
      ({ scope, isForOperators }) =>
        (scope === null || scopes.includes(scope)) && (!isForOperators || isOperator),
    ),
  })).filter(({ destinations }) => destinations.length > 0);
}

/** The destination that a path belongs to: the most specific one. */
export function currentOf(groups: readonly NavigationGroup[], path: string): Destination['to'] | undefined {
  return groups
    .flatMap(({ destinations }) => destinations.map(({ to }) => to))
    .filter((to) => path === to || path.startsWith(`${to}/`))
    .sort((a, b) => b.length - a.length)[0];
}
