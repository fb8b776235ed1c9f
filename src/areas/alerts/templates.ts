import type { EntityDetails, Incident, Parameters } from './schema.ts';

/** The kinds of alerts (`money-platform.md` 16.2). They are part of the product, not data. */
export interface AlertTemplate {
  id: TemplateId;
  name: string;
  description: string;
  /** The watched resource. */
  entity: { member: keyof EntityDetails; type: string; isRequired: boolean } | null;
  owner: 'ACCOUNT' | 'ACCOUNT_OR_ORGANIZATION' | 'ORGANIZATION';
  parameter: keyof Parameters;
  /** The default of the parameter; null: it is required. */
  fallback: string | null;
  report: Exclude<keyof Incident['reportData'], 'invoiceId' | 'dimensionValue'>;
  /** Whether an incident closes when its condition ends. */
  recovers: boolean;
}

export const TEMPLATE_IDS = [
  'CREDIT_BALANCE',
  'ENTITLEMENT_BALANCE',
  'INVOICE_DUE',
  'INVOICE_OVERDUE',
  'NEW_DIMENSION_VALUES',
  'REVENUE_THRESHOLD',
  'UNMATCHED_EVENTS',
  'UNPROCESSED_EVENTS',
  'USAGE_THRESHOLD',
  'WALLET_BALANCE',
] as const;
export type TemplateId = (typeof TEMPLATE_IDS)[number];

const threshold = { parameter: 'threshold', fallback: null } as const;

/** Counts events since the last check, of one schema or of all. */
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
      "Fires while the account's remaining credits, minus the holds of its drafts, are below the " +
      'threshold; without an account, those of all accounts in the base currency.',
    entity: null,
    owner: 'ACCOUNT_OR_ORGANIZATION',
    ...threshold,
    report: 'balance',
    recovers: true,
  },
  ENTITLEMENT_BALANCE: {
    id: 'ENTITLEMENT_BALANCE',
    name: 'Entitlement balance',
    description: "Fires while the account's remaining credits for a feature are below the threshold.",
    entity: { member: 'featureId', type: 'FEATURE', isRequired: true },
    owner: 'ACCOUNT',
    ...threshold,
    report: 'balance',
    recovers: true,
  },
  INVOICE_DUE: {
    id: 'INVOICE_DUE',
    name: 'Invoice due',
    description: 'Fires for each unpaid issued invoice that falls due within the given number of days.',
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
    description: 'Fires for each unpaid invoice that was due at least the given number of days ago.',
    entity: null,
    owner: 'ACCOUNT_OR_ORGANIZATION',
    parameter: 'daysAfter',
    fallback: null,
    report: 'outstanding',
    recovers: true,
  },
  NEW_DIMENSION_VALUES: {
    id: 'NEW_DIMENSION_VALUES',
    name: 'New dimension value',
    description:
      'Fires for each value of a dimension, such as a new model, that meters test and none accepts, once ' +
      'the given number of events have it. Checked within seconds of the first event, beside its interval; ' +
      'an incident closes when a meter accepts the value.',
    ...ofEvents,
    recovers: true,
  },
  REVENUE_THRESHOLD: {
    id: 'REVENUE_THRESHOLD',
    name: 'Revenue threshold',
    description:
      "Fires when the revenue of the account's current cycle, or of the organization's calendar month in " +
      'its base currency, reaches the threshold.',
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
      'Fires when at least the given number of events since the last check were processed but counted by ' +
      'no meter. Each event records which meter, filter and value rejected it.',
    ...ofEvents,
  },
  UNPROCESSED_EVENTS: {
    id: 'UNPROCESSED_EVENTS',
    name: 'Unprocessed events',
    description:
      'Fires when at least the given number of events since the last check could not be processed.',
    ...ofEvents,
  },
  USAGE_THRESHOLD: {
    id: 'USAGE_THRESHOLD',
    name: 'Usage threshold',
    description:
      "Fires when the usage of the meter in the account's current cycle, or of all accounts in the " +
      'calendar month, reaches the threshold.',
    entity: { member: 'usageMeterId', type: 'USAGE_METER', isRequired: true },
    owner: 'ACCOUNT_OR_ORGANIZATION',
    ...threshold,
    report: 'usageValue',
    recovers: false,
  },
  WALLET_BALANCE: {
    id: 'WALLET_BALANCE',
    name: 'Wallet balance',
    description: "Fires while the money in the account's wallet that is not held is below the threshold.",
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

/** Sorted by id. */
export function listTemplates(): AlertTemplate[] {
  return TEMPLATE_IDS.toSorted().map((id) => TEMPLATES[id]);
}
