import type { ErasureRow } from './store/erasures.ts';

/** The wire shape of an erasure, without the searched texts. */
export function describeErasure(row: ErasureRow) {
  const { id, customerId, username, status, accounts, contacts, deletedFiles, createdAt, completedAt } = row;
  return {
    ...{ id, customerId, username, status, accounts, contacts, deletedFiles },
    ...{ startedAt: createdAt, completedAt },
  };
}
