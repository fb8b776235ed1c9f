import type { EntityDetails, Incident, Parameters } from './schema.ts';

/** The kinds of alerts that there are (`money-platform.md` 16.2). They are part of the product, not data. */
export interface AlertTemplate {
  id: TemplateId;
  name: string;
  description: string;
  /** What is watched. */
  entity: { member: keyof EntityDetails; type: string; isRequired: boolean } | null;
  owner: 'ACCOUNT' | 'ACCOUNT_OR_ORGANIZATION' | 'ORGANIZATION';
  parameter: keyof Parameters;
  /** Taken when the parameter is not sent; null: it must be. */
  fallback: string | null;
  report: Exclude<keyof Incident['reportData'], 'invoiceId'>;
  /** Whether an incident ends when its condition does. */
  recovers: boolean;
}

export const TEMPLATE_IDS = [
  'CREDIT_BALANCE',
  'ENTITLEMENT_BALANCE',
  'INVOICE_DUE',
  'INVOICE_OVERDUE',
  'REVENUE_THRESHOLD',
  'UNMATCHED_EVENTS',
  'UNPROCESSED_EVENTS',
  'USAGE_THRESHOLD',
  'WALLET_BALANCE',
] as const;
export type TemplateId = (typeof TEMPLATE_IDS)[number];

const threshold = { parameter: 'threshold', fallback: null } as const;

/** Counts events from check to check, of one schema or of all. */
const ofEvents = {
  entity: { member: 'eventSchemaName', type: 'EVENT_SCHEMA', isRequired: false },
  owner: 'ORGANIZATION',
  parameter: 'threshold',
  fallback: '1',
  report: 'eventCount',
  recovers: false,
} as const;

const TEMPLATES: Record<TemplateId, AlertTemplate> = {
  CREDIT_BALANCE: {
    id: 'CREDIT_BALANCE',
    name: 'Credit balance',
    description:
      'Fires while what is left of the credits of the account, after the holds of its drafts, is below the ' +
      'threshold; without an account, of all accounts in the base currency.',
    entity: null,
    owner: 'ACCOUNT_OR_ORGANIZATION',
    ...threshold,
    report: 'balance',
    recovers: true,
  },
  ENTITLEMENT_BALANCE: {
    id: 'ENTITLEMENT_BALANCE',
    name: 'Entitlement balance',
    description: 'Fires while what the account has left of a feature is below the threshold.',
    entity: { member: 'featureId', type: 'FEATURE', isRequired: true },
    owner: 'ACCOUNT',
    ...threshold,
    report: 'balance',
    recovers: true,
  },
  INVOICE_DUE: {
    id: 'INVOICE_DUE',
    name: 'Invoice due',
    description: 'Fires for each issued invoice that falls due within so many days and is not paid.',
    entity: null,
    owner: 'ACCOUNT_OR_ORGANIZATION',
    parameter: 'daysBefore',
    fallback: null,
    report: 'outstanding',
    recovers: true,
  },
  INVOICE_OVERDUE: {
    id: 'INVOICE_OVERDUE',
    name: 'Invoice overdue',
    description: 'Fires for each invoice that was due at least so many days ago and is not paid.',
    entity: null,
    owner: 'ACCOUNT_OR_ORGANIZATION',
    parameter: 'daysAfter',
    fallback: null,
    report: 'outstanding',
    recovers: true,
  },
  REVENUE_THRESHOLD: {
    id: 'REVENUE_THRESHOLD',
    name: 'Revenue threshold',
    description:
      'Fires when the revenue of the current cycle of the account, or of the calendar month of the ' +
      'organization in its base currency, reaches the threshold.',
    entity: { member: 'billableId', type: 'BILLABLE', isRequired: false },
    owner: 'ACCOUNT_OR_ORGANIZATION',
    ...threshold,
    report: 'revenueValue',
    recovers: false,
  },
  UNMATCHED_EVENTS: {
    id: 'UNMATCHED_EVENTS',
    name: 'Unmatched events',
    description:
      'Fires when so many events came since the last check that were processed and that no meter counted. ' +
      'Each event says which meter, filter and value rejected it.',
    ...ofEvents,
  },
  UNPROCESSED_EVENTS: {
    id: 'UNPROCESSED_EVENTS',
    name: 'Unprocessed events',
    description: 'Fires when so many events came since the last check that could not be processed.',
    ...ofEvents,
  },
  USAGE_THRESHOLD: {
    id: 'USAGE_THRESHOLD',
    name: 'Usage threshold',
    description:
      'Fires when the usage of the meter in the current cycle of the account, or in the calendar month of ' +
      'all accounts together, reaches the threshold.',
    entity: { member: 'usageMeterId', type: 'USAGE_METER', isRequired: true },
    owner: 'ACCOUNT_OR_ORGANIZATION',
    ...threshold,
    report: 'usageValue',
    recovers: false,
  },
  WALLET_BALANCE: {
    id: 'WALLET_BALANCE',
    name: 'Wallet balance',
    description:
      'Fires while the money in the wallet of the account that nothing holds is below the threshold.',
    entity: null,
    owner: 'ACCOUNT',
    ...threshold,
    report: 'balance',
    recovers: true,
  },
};

export function findTemplate(id: string): AlertTemplate | null {
  return Object.hasOwn(TEMPLATES, id) ? TEMPLATES[id as TemplateId] : null;
}

export function templateOf(alert: { templateId: TemplateId }): AlertTemplate {
  return TEMPLATES[alert.templateId];
}

/** In the order of their ids. */
export function listTemplates(): AlertTemplate[] {
  return TEMPLATE_IDS.toSorted().map((id) => TEMPLATES[id]);
}
