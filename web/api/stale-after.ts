import type { OperationFacts } from './operation.ts';

/**
 * Areas whose responses change with a write of an area. A write always makes its own area stale; a test
 * demands a row for each area that has writes.
 */
const STALE_AFTER: Readonly<Record<string, readonly string[]>> = {
  'accounts-and-aliases': ['customers-and-contacts', 'invoices', 'schedules', 'receivables'],
  'add-ons': ['purchases'],
  'alerts-and-incidents': [],
  'api-keys': [],
  approvals: [
    'invoices',
    'jobs',
    'payments',
    'wallets',
    'credits',
    'balances',
    'accounts-and-aliases',
    'users-and-sessions',
    'receivables',
  ],
  'audit-log': [],
  balances: [],
  configuration: ['event-schemas', 'usage-meters', 'features', 'price-plans', 'settings', 'add-ons'],
  credits: ['invoices', 'accounts-and-aliases', 'draft-reviews', 'balances'],
  'customers-and-contacts': ['accounts-and-aliases', 'invoices', 'receivables'],
  'draft-reviews': ['jobs', 'invoices', 'receivables'],
  entitlements: ['events-and-usage'],
  erasure: ['customers-and-contacts', 'accounts-and-aliases', 'receivables'],
  'event-schemas': ['events-and-usage', 'usage-meters'],
  'events-and-usage': ['invoices', 'metrics', 'jobs'],
  features: ['price-plans'],
  'finalization-hooks': ['invoices'],
  imports: ['customers-and-contacts', 'accounts-and-aliases', 'events-and-usage', 'jobs'],
  'invoice-groups': ['invoices', 'accounts-and-aliases', 'receivables'],
  'invoice-templates': ['invoices'],
  invoices: [
    'credits',
    'wallets',
    'balances',
    'payments',
    'jobs',
    'accounts-and-aliases',
    'draft-reviews',
    'receivables',
  ],
  jobs: [
    'invoices',
    'balances',
    'schedules',
    'price-plans',
    'events-and-usage',
    'draft-reviews',
    'receivables',
  ],
  licenses: ['invoices', 'accounts-and-aliases'],
  mails: [],
  metrics: [],
  organization: [
    'invoices',
    'jobs',
    'credits',
    'wallets',
    'balances',
    'schedules',
    'events-and-usage',
    'scheduled-work',
    'receivables',
  ],
  'payment-providers': [],
  'payment-requests': ['payments', 'invoices', 'wallets', 'balances', 'receivables'],
  payments: ['invoices', 'credits', 'wallets', 'balances', 'accounts-and-aliases', 'receivables'],
  'plan-migrations': ['jobs', 'schedules'],
  portal: ['customers-and-contacts'],
  'price-experiments': ['price-plans'],
  'price-plans': ['schedules'],
  'price-plans-first-version': ['price-plans', 'schedules'],
  purchases: ['schedules', 'invoices', 'wallets', 'balances', 'receivables'],
  receivables: [],
  reports: [],
  'scheduled-work': [],
  schedules: ['invoices', 'accounts-and-aliases'],
  'seller-entities': ['invoices'],
  settings: ['invoices', 'balances', 'wallets'],
  'users-and-sessions': [],
  'usage-meters': ['events-and-usage', 'price-plans'],
  wallets: ['invoices', 'payments', 'balances', 'accounts-and-aliases', 'receivables'],
  webhooks: [],
};

/** The areas to read anew after a write. */
export function staleAfter({ area }: Pick<OperationFacts, 'area'>): readonly string[] {
  return [area, ...(STALE_AFTER[area] ?? [])];
}

export const AREAS_WITH_A_ROW: readonly string[] = Object.keys(STALE_AFTER);
