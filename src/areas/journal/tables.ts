import type { Decimal } from '#core/decimal.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    sentStatements: SentStatementsTable;
  }
}

/** Statements that were mailed; the audit log shows them. */
export interface SentStatementsTable {
  orgId: number;
  id: string;
  debtorType: 'CUSTOMER' | 'ACCOUNT' | 'INVOICE_GROUP';
  debtorId: string;
  currency: string;
  firstDay: Temporal.PlainDate;
  /** The day after the last one. */
  endDay: Temporal.PlainDate;
  language: string;
  opening: Decimal;
  closing: Decimal;
  mailId: string;
  sentBy: string;
  sentAt: Temporal.Instant;
}
