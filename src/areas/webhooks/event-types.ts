/**
 * The catalogue of `money-platform.md` 20.1: what each type reports, and whether the product publishes it. An
 * endpoint cannot subscribe to a type that is not published yet.
 */
export const EVENT_TYPES = {
  'customer.created': { kind: 'customer', isPublished: true },
  'customer.updated': { kind: 'customer', isPublished: true },
  'customer.archived': { kind: 'customer', isPublished: true },
  'account.created': { kind: 'account', isPublished: true },
  'account.activated': { kind: 'account', isPublished: true },
  'account.updated': { kind: 'account', isPublished: true },
  'account.archived': { kind: 'account', isPublished: true },
  'price_plan.created': { kind: 'price_plan', isPublished: true },
  'proposal.created': { kind: 'proposal', isPublished: true },
  'proposal.approved': { kind: 'proposal', isPublished: true },
  'proposal.declined': { kind: 'proposal', isPublished: true },
  'proposal.expired': { kind: 'proposal', isPublished: true },
  'purchase.created': { kind: 'purchase', isPublished: true },
  'purchase.succeeded': { kind: 'purchase', isPublished: true },
  'purchase.failed': { kind: 'purchase', isPublished: true },
  'invoice.created': { kind: 'invoice', isPublished: true },
  'invoice.updated': { kind: 'invoice', isPublished: true },
  'invoice.due': { kind: 'invoice', isPublished: true },
  'invoice.paid': { kind: 'invoice', isPublished: true },
  'invoice.partially_paid': { kind: 'invoice', isPublished: true },
  'invoice.voided': { kind: 'invoice', isPublished: true },
  'invoice.overdue': { kind: 'invoice', isPublished: true },
  'invoice.uncollectible': { kind: 'invoice', isPublished: true },
  'invoice.finalizing': { kind: 'invoice', isPublished: true },
  'invoice.finalization_failed': { kind: 'invoice', isPublished: true },
  'invoice.refund_initiated': { kind: 'invoice', isPublished: true },
  'invoice.refund_failed': { kind: 'invoice', isPublished: true },
  'invoice.refunded': { kind: 'invoice', isPublished: true },
  'order.created': { kind: 'invoice', isPublished: true },
  'order.paid': { kind: 'invoice', isPublished: true },
  'payment.recorded': { kind: 'payment', isPublished: true },
  'payment.failed': { kind: 'payment_request', isPublished: true },
  'payment.reversed': { kind: 'payment', isPublished: true },
  'credit.granted': { kind: 'credit', isPublished: true },
  'credit.consumed': { kind: 'credit', isPublished: true },
  'credit.expired': { kind: 'credit', isPublished: true },
  'credit.voided': { kind: 'credit', isPublished: true },
  'wallet.topped_up': { kind: 'wallet', isPublished: true },
  'wallet.debited': { kind: 'wallet', isPublished: true },
  'wallet.topup_failed': { kind: 'wallet', isPublished: true },
  'incident.created': { kind: 'incident', isPublished: true },
  'incident.closed': { kind: 'incident', isPublished: true },
  'alert.expired': { kind: 'alert', isPublished: true },
  'report.generated': { kind: 'report', isPublished: true },
  'report.failed': { kind: 'report', isPublished: true },
  'job.waiting': { kind: 'job', isPublished: true },
  'job.completed': { kind: 'job', isPublished: true },
  'job.failed': { kind: 'job', isPublished: true },
  'pricing_cycle.started': { kind: 'pricing_cycle', isPublished: true },
  'pricing_cycle.ended': { kind: 'pricing_cycle', isPublished: true },
  'entitlement.granted': { kind: 'entitlement', isPublished: true },
  'entitlement.updated': { kind: 'entitlement', isPublished: true },
  'entitlement.voided': { kind: 'entitlement', isPublished: true },
  'approval.requested': { kind: 'approval', isPublished: true },
  'approval.approved': { kind: 'approval', isPublished: true },
  'approval.rejected': { kind: 'approval', isPublished: true },
  'approval.cancelled': { kind: 'approval', isPublished: true },
  'approval.expired': { kind: 'approval', isPublished: true },
  'approval.stale': { kind: 'approval', isPublished: true },
  'webhook.test': { kind: 'webhook', isPublished: true },
} as const satisfies Record<string, { kind: string; isPublished: boolean }>;

export type EventType = keyof typeof EVENT_TYPES;

export const PUBLISHED_TYPES = (Object.keys(EVENT_TYPES) as EventType[]).filter(
  (type) => EVENT_TYPES[type].isPublished,
);

/** All patterns of a subscription that match events of a type. */
export function patternsOf(type: string): string[] {
  return [type, `${type.split('.')[0]}.*`, '*'];
}

/** Whether a pattern matches part of the catalogue: a type, all types of a kind, or everything. */
export function classifyPattern(
  pattern: string,
  catalogue: Readonly<Record<string, { isPublished: boolean }>> = EVENT_TYPES,
): 'PUBLISHED' | 'PLANNED' | 'UNKNOWN' {
  const named = Object.entries(catalogue).filter(([type]) => patternsOf(type).includes(pattern));
  if (named.length === 0) return 'UNKNOWN';
  return named.some(([, { isPublished }]) => isPublished) ? 'PUBLISHED' : 'PLANNED';
}
