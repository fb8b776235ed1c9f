import type shell from '../../messages/en/shell.json';
import type { Session } from '../../session/session.tsx';
import { Activity, Building2, FileText, ListChecks, type LucideIcon, Tags, Users } from '../../ui/icons.ts';

export interface Destination {
  to: '/invoices' | '/customers' | '/accounts' | '/events' | '/jobs' | '/plans';
  title: keyof typeof shell;
  icon: LucideIcon;
  scope: string;
  /** The second key after `g`. */
  key: string;
}

export interface NavigationGroup {
  title: keyof typeof shell;
  destinations: readonly Destination[];
}

const NAVIGATION: readonly NavigationGroup[] = [
  {
    title: 'usage',
    destinations: [{ to: '/events', title: 'events', icon: Activity, scope: 'events:read', key: 'e' }],
  },
  {
    title: 'pricing',
    destinations: [{ to: '/plans', title: 'plans', icon: Tags, scope: 'plans:read', key: 'p' }],
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
    destinations: [{ to: '/invoices', title: 'invoices', icon: FileText, scope: 'invoices:read', key: 'i' }],
  },
  {
    title: 'operations',
    destinations: [{ to: '/jobs', title: 'jobs', icon: ListChecks, scope: 'jobs:read', key: 'j' }],
  },
];

/** What the user may open, in the order of the rail. */
export function navigationOf({ scopes }: Pick<Session, 'scopes'>): NavigationGroup[] {
  return NAVIGATION.map(({ title, destinations }) => ({
    title,
    destinations: destinations.filter(({ scope }) => scopes.includes(scope)),
  })).filter(({ destinations }) => destinations.length > 0);
}
