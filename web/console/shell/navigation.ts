import type shell from '../../messages/en/shell.json';
import type { Session } from '../../session/session.tsx';
import { FileText, type LucideIcon } from '../../ui/icons.ts';

export interface Destination {
  to: '/invoices';
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
    title: 'billing',
    destinations: [{ to: '/invoices', title: 'invoices', icon: FileText, scope: 'invoices:read', key: 'i' }],
  },
];

/** What the user may open, in the order of the rail. */
export function navigationOf({ scopes }: Pick<Session, 'scopes'>): NavigationGroup[] {
  return NAVIGATION.map(({ title, destinations }) => ({
    title,
    destinations: destinations.filter(({ scope }) => scopes.includes(scope)),
  })).filter(({ destinations }) => destinations.length > 0);
}
