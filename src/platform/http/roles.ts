import { SCOPE_AREAS, SCOPES, type Scope, type ScopeArea } from './operation.ts';

/** Named sets of scopes (`money-platform.md` 4.4). */
export const ROLES = [
  ...(['ADMINISTRATOR', 'ANALYST', 'DEVELOPER', 'FINANCE', 'PRODUCT_MANAGER', 'SUPPORT'] as const),
] as const;
export type Role = (typeof ROLES)[number];

interface Rights {
  write: readonly ScopeArea[];
  unseen: readonly ScopeArea[];
}

const RIGHTS: Record<Role, Rights> = {
  ADMINISTRATOR: { write: SCOPE_AREAS, unseen: [] },
  ANALYST: { write: [], unseen: ['requests'] },
  DEVELOPER: {
    write: ['customers', 'accounts', 'events', 'catalog', 'costs', 'settings', 'alerts', 'webhooks'],
    unseen: ['payments'],
  },
  FINANCE: {
    write: [
      'customers',
      'invoices',
      'credits',
      'wallet',
      'payments',
      'alerts',
      'reports',
      'files',
      'settings',
      'costs',
      'sellers',
      'jobs',
      'approvals',
    ],
    unseen: ['requests'],
  },
  PRODUCT_MANAGER: {
    write: ['plans', 'costs', 'invoices', 'credits', 'wallet', 'payments', 'alerts', 'reports', 'jobs'],
    unseen: ['requests'],
  },
  SUPPORT: {
    write: [
      'customers',
      'accounts',
      'events',
      'invoices',
      'credits',
      'wallet',
      'payments',
      'alerts',
      'portal',
      'jobs',
    ],
    unseen: ['webhooks'],
  },
};

/** The scopes of a role, in the order of all scopes. */
export function scopesOfRole(role: Role): Scope[] {
  const { write, unseen } = RIGHTS[role];
  const held = new Set<Scope>([
    ...SCOPE_AREAS.filter((area) => !unseen.includes(area)).map((area) => `${area}:read` as const),
    ...write.map((area) => `${area}:write` as const),
  ]);
  return SCOPES.filter((scope) => held.has(scope));
}
