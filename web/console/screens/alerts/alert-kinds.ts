import type { Alert } from '../../../api/generated/types.ts';

/** What an alert of a kind asks for. The service has the same rules as templates. */
export interface AlertKind {
  watches: 'usageMeterId' | 'featureId' | 'billableId' | 'eventSchemaName' | null;
  isWatchedNeeded: boolean;
  account: 'NEEDED' | 'POSSIBLE' | 'NONE';
  parameter: keyof Alert['parameters'];
  /** Counts, so that one is the least. */
  isCount?: boolean;
  hasBacktest: boolean;
}

const ofEvents: AlertKind = {
  ...{ watches: 'eventSchemaName', isWatchedNeeded: false, account: 'NONE', parameter: 'threshold' },
  ...{ isCount: true, hasBacktest: true },
};
const ofInvoices = {
  watches: null,
  isWatchedNeeded: false,
  account: 'POSSIBLE',
  hasBacktest: false,
} as const;
const ofBalance = {
  watches: null,
  isWatchedNeeded: false,
  parameter: 'threshold',
  hasBacktest: false,
} as const;

const ALERT_KINDS = {
  USAGE_THRESHOLD: {
    ...{ watches: 'usageMeterId', isWatchedNeeded: true, account: 'POSSIBLE', parameter: 'threshold' },
    hasBacktest: true,
  },
  REVENUE_THRESHOLD: {
    ...{ watches: 'billableId', isWatchedNeeded: false, account: 'POSSIBLE', parameter: 'threshold' },
    hasBacktest: true,
  },
  NEW_DIMENSION_VALUES: { ...ofEvents, hasBacktest: false },
  UNMATCHED_EVENTS: ofEvents,
  UNPROCESSED_EVENTS: ofEvents,
  CREDIT_BALANCE: { ...ofBalance, account: 'POSSIBLE' },
  ENTITLEMENT_BALANCE: { ...ofBalance, watches: 'featureId', isWatchedNeeded: true, account: 'NEEDED' },
  WALLET_BALANCE: { ...ofBalance, account: 'NEEDED' },
  INVOICE_DUE: { ...ofInvoices, parameter: 'daysBefore' },
  INVOICE_OVERDUE: { ...ofInvoices, parameter: 'daysAfter' },
} satisfies Record<string, AlertKind>;
export type AlertKindName = keyof typeof ALERT_KINDS;
export const KIND_NAMES = Object.keys(ALERT_KINDS) as AlertKindName[];

export function kindOf(name: string): AlertKind {
  return ALERT_KINDS[nameOf(name)];
}

/** The first kind for a name from an address that is none. */
export function nameOf(name: string | undefined): AlertKindName {
  return KIND_NAMES.find((known) => known === name) ?? 'USAGE_THRESHOLD';
}

/** Minutes between two checks, as the service permits them. */
export const INTERVALS = ['30', '60', '120', '180', '240', '360', '480', '720', '1440'] as const;
