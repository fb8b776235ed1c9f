import type { ErasureRow } from './store/erasures.ts';

/** An erasure as the API shows it: without the texts that are looked for. */
export function describeErasure(row: ErasureRow) {
  const { id, customerId, username, status, accounts, contacts, deletedFiles, createdAt, completedAt } = row;
  return {
    ...{ id, customerId, username, status, accounts, contacts, deletedFiles },
    ...{ startedAt: createdAt, completedAt },
  };
}
