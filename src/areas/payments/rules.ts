import type { PaymentRow, RecordRow } from '#areas/invoices/index.ts';

/** Returns a payment in wire form, in its latest version. */
export function describePayment(row: PaymentRow, records: readonly RecordRow[]) {
  return {
    id: row.id,
    accountId: row.accountId,
    externalPaymentReferences: {
      sourceName: row.sourceName,
      sourceType: row.sourceType,
      transactionNumber: row.transactionNumber,
      description: row.referenceDescription,
      metadata: row.referenceMetadata,
    },
    lineItemRecords: records.map(({ type, targetId, amount, recordOrder }) => ({
      ...{ type, platformId: targetId, amount, order: recordOrder },
    })),
    totalAmount: row.totalAmount,
    currency: row.currency,
    version: versionOf(row),
    createdBy: row.reversedBy ?? row.createdBy,
    createdAt: row.reversedAt ?? row.createdAt,
    description: row.description,
    notes: row.notes,
    status: row.status,
    reversalReason: row.reversalReason,
    bankLineId: row.bankLineId,
  };
}

function versionOf({ status }: PaymentRow): number {
  return status === 'REVERSED' ? 2 : 1;
}

/** Returns a payment as of a version; null for an unknown version. */
export function asOfVersion(row: PaymentRow, version: number): PaymentRow | null {
  if (version === versionOf(row)) return row;
  const isFirst = version === 1;
  return isFirst
    ? { ...row, status: 'RECORDED', reversedAt: null, reversedBy: null, reversalReason: null }
    : null;
}
