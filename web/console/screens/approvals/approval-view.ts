import type { Approval } from '../../../api/generated/types.ts';
import { billRunOf } from '../../../parts/waiting/approval-words.ts';
import { looksOf } from '../../../ui/look.ts';

export const approvalStatus = looksOf<Approval['status']>({
  PENDING: { tone: 'warn' },
  APPROVED: { tone: 'good' },
  REJECTED: { tone: 'bad' },
  CANCELLED: { tone: 'neutral', shape: 'struck' },
  EXPIRED: { tone: 'neutral', shape: 'struck' },
  STALE: { tone: 'neutral', shape: 'dashed' },
});

export const DECIDED: readonly Approval['status'][] = [
  'APPROVED',
  'REJECTED',
  'CANCELLED',
  'EXPIRED',
  'STALE',
];

/** What somebody can do about a request. */
export type Part = 'requester' | 'approver' | 'watcher';

/** Null: it no longer waits. The person behind an API key is its requester, too. */
export function partOf({ status, requestedBy, approvers = [] }: Approval, userId: string): Part | null {
  if (status !== 'PENDING') return null;
  if (requestedBy.userId === userId) return 'requester';
  return approvers.some(({ id }) => id === userId) ? 'approver' : 'watcher';
}

/** The first amount: most requests have only one. */
export function amountOf({ totals }: Approval) {
  const total = totals.find(({ amount }) => amount !== undefined);
  return { amount: total?.amount, currency: total?.currency };
}

/** The part of the console that shows a type of resource. */
const AREAS: Readonly<Record<string, string>> = {
  ...{ invoice: 'invoices', payment: 'payments', credit: 'credits', job: 'jobs' },
  ...{ customer: 'customers', account: 'accounts', aliases_of_account: 'accounts' },
  ...{ price_plan: 'plans', usage_meter: 'meters', event_schema: 'schemas' },
  ...{ webhook: 'webhooks', report: 'reports', simulation: 'simulator' },
};

export function areaOf(type: string | undefined): string | null {
  return (type !== undefined && AREAS[type]) || null;
}

/** The record in the path of the request: what is credited, paid back or deleted; null for other requests. */
export function targetOf(approval: Approval): { area: string; id: string } | null {
  const billRun = billRunOf(approval);
  if (billRun !== null) return { area: 'bill-runs', id: billRun };
  const { url, effects } = approval;
  const [first] = effects;
  const area = areaOf(first?.subjectType);
  if (area && first?.subjectId !== undefined) return { area, id: first.subjectId };
  const [, path = '', id = ''] = TARGET.exec(url) ?? [];
  return path === '' ? null : { area: path, id: decodeURIComponent(id) };
}

const TARGET = /\/(invoices|payments|customers|accounts|credits|jobs)\/([^/?]+)/;

/** The document that an approved request has created; null for other requests. */
export function resultOf({ operationId, response }: Approval): { area: string; id: string } | null {
  const area = CREATED_BY[operationId];
  if (area === undefined || response === undefined) return null;
  try {
    const { id } = JSON.parse(response) as { id?: unknown };
    return typeof id === 'string' ? { area, id } : null;
  } catch {
    return null;
  }
}

const CREATED_BY: Readonly<Record<string, string>> = {
  ...{ createCreditNote: 'invoices', createCustomInvoice: 'invoices', updateInvoice: 'invoices' },
  ...{ createBillRun: 'jobs', reversePayment: 'payments' },
};

type Revive = (key: string, value: unknown, context: { source?: string }) => unknown;
const json = JSON as unknown as {
  parse(text: string, revive: Revive): unknown;
  rawJSON(source: string): unknown;
};

/** The request as it was sent, indented; numbers keep every digit. */
export function requestText({ method, url, requestBody }: Approval): string {
  const line = `${method} ${url}`;
  if (requestBody === undefined) return line;
  try {
    const body = json.parse(requestBody, (_, value, { source }) =>
      typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
    );
    return `${line}\n\n${JSON.stringify(body, null, 2)}`;
  } catch {
    return `${line}\n\n${requestBody}`;
  }
}
