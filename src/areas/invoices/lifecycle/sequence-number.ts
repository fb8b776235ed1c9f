import { localDate } from '#core/period-zone.ts';

/** One counter for all invoices of an organization, which never starts again. */
export const SEQUENCE_COUNTER = { scope: 'ORG', period: 'ALL' } as const;
/** Orders are counted apart: those that are never paid leave no gap among the invoices. */
export const ORDER_COUNTER = { scope: 'ORDER', period: 'ALL' } as const;
const PAD = 4;

/**
 * `{YYYY}-{MM}-{SEQ}`: year and month of the invoice date in the zone of the invoice, the counter filled up
 * to four digits and never cut.
 */
export function sequenceNumber(
  value: number,
  issued: { invoiceDate: Temporal.Instant; timeZone: string },
): string {
  const { year, month } = localDate(issued.invoiceDate, issued.timeZone);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(value, PAD)}`;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
