import type { Contents } from '#platform/reference/contents.ts';

/**
 * The reference in the order of a reader's journey: Markdown pages below `docs` and product areas by name.
 * The OpenAPI document publishes the areas of each section as a tag group.
 */
export const contents: Contents = [
  {
    title: 'Getting started',
    about: 'Credentials, environments and the rules that every endpoint follows.',
    pages: [
      ...['api/quickstart', 'api/authentication', 'api/environments', 'api/requests', 'api/errors'],
      ...['api/pagination', 'api/filters', 'api/idempotency', 'api/limits', 'api/exact-numbers'],
      ...['api/jobs', 'api/versioning'],
    ],
  },
  {
    title: 'Guides',
    about: 'Complete examples, each in about ten minutes. Every command is tested.',
    pages: [
      ...['guides/README', 'guides/pricing-by-tokens-and-models', 'guides/seats-plus-usage'],
      ...['guides/prepaid-credits', 'guides/annual-commitment', 'guides/hard-limits'],
      ...['guides/wallet-or-credits', 'guides/late-events', 'guides/month-end'],
      ...['guides/receiving-webhooks', 'guides/promoting-configuration'],
    ],
  },
  {
    title: 'Sending usage',
    about: 'Declare events, send them, and turn them into quantities.',
    areas: {
      'event-schemas': 'Event schemas declare the attributes and dimensions that usage events carry.',
      usage: 'Usage events are stored, metered and visible in usage when the response arrives.',
      'usage-meters': 'Usage meters turn events into quantities: counters, sums, maxima and unique values.',
      imports: 'Imports load large files of events, customers or accounts through an upload link.',
    },
  },
  {
    title: 'Pricing',
    about: 'Describe what you sell, and what it costs.',
    areas: {
      features: 'Features are what customers are entitled to: switches, limits and allowances of usage.',
      'add-ons': 'Add-ons are billable items without usage: fixed fees, licenses and credit grants.',
      'price-plans': 'Price plans hold rate cards and pricing rules; each finalized edit is a new version.',
      'price-experiments':
        'Price experiments calculate revenue before a price changes, and compare plans on real usage.',
      'plan-migrations': 'Plan migrations move accounts from one price plan to another.',
      'price-plans-v1':
        'The first version of price plans writes a whole plan at once. New integrations use price plans.',
    },
  },
  {
    title: 'Customers',
    about: 'Create customers and accounts, and give them plans, seats and allowances.',
    areas: {
      customers: 'Customers are the parties that you sell to; each has accounts and contacts.',
      accounts: 'Accounts receive usage and invoices. Aliases are other ids under which usage arrives.',
      notes: 'Notes are what colleagues tell each other about a customer; customers never see them.',
      schedules: 'Schedules associate an account with price plans over time, with overrides of its own.',
      purchases: 'Purchases order a plan once; proposals let the customer accept an offer first.',
      licenses: 'License updates change the number of seats of an account, or who holds them.',
      entitlements: 'Entitlements say what an account may use now, and how much of it is left.',
    },
  },
  {
    title: 'Billing',
    about: 'Review, explain and issue invoices; grant credits; hold prepaid money.',
    pages: [
      ...['month-close', 'journal', 'organization-settings', 'invoice-templates', 'finalization'],
      'glossary',
    ],
    areas: {
      invoices: 'Invoices are drafts that follow usage until they are issued; every amount is explained.',
      'draft-reviews':
        'Draft reviews check drafts before a bill run issues them, and record who decided what.',
      'invoice-groups': 'Invoice groups bill several accounts on one invoice.',
      'invoice-templates': 'Invoice templates define the layout, the texts and the logo of printed invoices.',
      'seller-entities': 'Seller entities are the legal entities of your organization that issue invoices.',
      'finalization-hooks': 'Finalization hooks calculate taxes or register invoices before they are issued.',
      credits: 'Credits are granted or bought in advance, and usage burns them down.',
      wallets: 'Wallets are prepaid balances of money that pay due invoices.',
    },
  },
  {
    title: 'Payments',
    about: 'Record payments, or collect them through a provider.',
    pages: ['payments'],
    areas: {
      payments: 'Payments record money that arrived, and settle invoices and wallets with it.',
      balances:
        'Balances trace what credits and wallets paid, and preview what a grant or a top-up would change.',
      receivables: 'Receivables are what customers owe, by age, and the money that they paid in advance.',
      journal: 'The journal has what was booked as double entries, by day, on the accounts of your ledger.',
      'payment-providers': 'Payment providers are connectors that charge and refund stored payment methods.',
      'payment-requests': 'Payment requests collect what is due through a provider, once.',
    },
  },
  {
    title: 'Insight',
    about: 'Query usage and revenue, export reports, and watch limits.',
    pages: ['alerts'],
    areas: {
      overview: 'The overview says what happened lately, and what needs somebody.',
      'record-names': 'Record names give the names that belong to ids, for lists that people read.',
      metrics: 'Metrics aggregate usage, revenue and cost by time, meter, account and dimension.',
      reports: 'Reports export data as CSV files, once or on a schedule.',
      alerts: 'Alerts watch usage, spend and balances, and open an incident when a limit is reached.',
    },
  },
  {
    title: 'Portal, files and mails',
    about: 'Show customers their own invoices, and deliver documents.',
    pages: ['mail'],
    areas: {
      portal: 'Portal tokens let the contacts of a customer read their own invoices and usage.',
      files: 'Files are printed invoices, exports and reports behind signed links that expire.',
      mails: 'Mails lists every message that was sent to customers, with its attempts.',
    },
  },
  {
    title: 'Developers and operations',
    about: 'Webhooks, keys, jobs, configuration and evidence.',
    pages: [
      'console',
      'month-in-the-console',
      'users',
      'webhooks',
      'approvals',
      'request-log',
      'audit-log',
      'erasure',
      'settings',
      'commands',
      ...[
        'going-to-production',
        'installing',
        'containers',
        'kubernetes',
        'systemd',
        'reverse-proxies',
        'security',
      ],
      ...['backup-and-restore', 'outgoing-hold', 'high-availability'],
      ...['monitoring', 'metrics', 'traces', 'runbooks', 'troubleshooting', 'soc2-mapping'],
    ],
    areas: {
      webhooks: 'Webhooks notify your own service of changes with signed requests.',
      'api-keys': 'API keys authenticate programs; each has scopes and belongs to one environment.',
      'request-log': 'The request log has what callers sent and got in the last days, without secrets.',
      users: 'Users log in to the console with a session; a role says what each may do.',
      'saved-views': 'Saved views keep the filters of a list of the console under a name.',
      approvals: 'Approvals let a second person decide on refunds, deletions and the issue of invoices.',
      jobs: 'Jobs report the progress and the result of work that continues after the response.',
      'scheduled-work': 'Scheduled work lists tasks that keep failing, and retries them on demand.',
      configuration: 'Configuration exports and imports prices, meters and settings as one file.',
      'audit-log': 'The audit log records who changed what and when, in a chain that can be verified.',
      erasure: 'Erasure removes personal data for good; wiping empties a sandbox.',
      system: 'The state of the deployment, for its operators.',
      organizations: 'The organization has a name, currencies with their rates, and a clock.',
      settings: 'Settings change how your organization bills: numbering, terms, taxes and rounding.',
    },
  },
];
