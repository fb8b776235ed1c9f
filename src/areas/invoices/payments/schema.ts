/** The channel by which money reached the organization. */
export const SOURCE_TYPES = ['GATEWAY', 'CASH', 'CHEQUE', 'BANK_TRANSFER', 'CARD'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** The target of a part of a payment. */
export const RECORD_TYPES = ['INVOICE', 'CREDIT', 'WALLET_CREDIT'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];
