import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { listAccountIds, type WorkRow } from './store.ts';

/** The wire shape of scheduled work, with the accounts concerned. */
export async function describeWork(tx: Tx, org: Org, rows: readonly WorkRow[]) {
  const invoiceIds = rows.flatMap(({ payload }) => textOf(payload.invoiceId) ?? []);
  const accounts = invoiceIds.length > 0 ? await listAccountIds(tx, org, invoiceIds) : new Map();
  return rows.map(({ payload, reason, attempts: tries, retryAt, ...row }) => {
    const invoiceId = textOf(payload.invoiceId);
    const accountId = textOf(payload.accountId) ?? (invoiceId && accounts.get(invoiceId));
    const { id, kind, key, dueAt, state, failingSince } = row;
    return {
      ...{ id: String(id), kind, key, accountId, invoiceId, dueAt, state, tries, failingSince },
      reason: reason ?? 'the reason was not recorded; the log of the service has it',
      ...(state === 'RETRYING' && { nextTryAt: retryAt ?? undefined }),
    };
  });
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
