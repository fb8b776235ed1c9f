import type { Approval, ApprovalEffect } from '../../api/generated/types.ts';

export interface What {
  action: ApprovalEffect['action'];
  /** Further effects, such as the other invoices of a bill run. */
  more: number;
}

/** What a request would do, in the words of its first effect. */
export function whatOf({ effects, effectCount }: Approval): What {
  return { action: effects[0]?.action ?? 'DELETE', more: Math.max(0, effectCount - 1) };
}

/** The bill run whose confirmation waits; null for other requests. */
export function billRunOf({ operationId, url, effects }: Approval): string | null {
  const isBillRun = operationId === 'confirmJob' && effects[0]?.action === 'ISSUE_INVOICE';
  const [, id = ''] = (isBillRun && BILL_RUN.exec(url)) || [];
  return id === '' ? null : decodeURIComponent(id);
}

const BILL_RUN = /\/jobs\/([^/?]+)\/confirm/;
