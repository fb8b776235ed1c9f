import { decimal } from '#core/decimal.ts';
import type { InvoiceDocument } from '#core/invoice/index.ts';
import { nameTiers } from '#core/invoice/index.ts';
import type { RuleLog } from '#core/pricing-rules/index.ts';
import { parseInTurns } from '#platform/parse-in-turns.ts';
import type { InvoiceSummaryRow, StoredInvoice } from './store/invoices.ts';

/** Returns an invoice for lists. `pdfUrl` is a link created for this response. */
export function describeInvoiceSummary(row: InvoiceSummaryRow, pdfUrl: string | null) {
  return {
    id: row.id,
    customerId: row.customerId,
    ownerId: row.ownerId,
    pricePlanId: row.planId,
    status: row.status,
    finalizingStatus: row.finalizingStatus,
    invoiceClass: row.invoiceClass,
    invoiceType: row.invoiceType,
    startDate: row.startAt,
    endDate: row.endAt,
    endDateInclusive: row.endAt.subtract({ milliseconds: 1 }),
    invoiceDate: row.invoiceDate,
    dueDate: row.dueDate,
    generatedAt: row.generatedAt,
    updatedAt: row.updatedAt,
    sequenceId: row.sequenceId,
    pdfUrl,
    totalAmount: row.totalAmount,
    paidAmount: row.paidAmount,
    invoiceDetails: row.details,
    netTermDays: row.netTermDays,
  };
}

/** Returns the whole invoice in wire form. */
export async function describeInvoice(row: StoredInvoice, pdfUrl: string | null) {
  const { usageInfo, revenueInfo } = (await parseInTurns(row.document)) as InvoiceDocument;
  return {
    ...describeInvoiceSummary(row, pdfUrl),
    usageInfo,
    revenueInfo: nameTiers(revenueInfo),
    autoAdvance: row.autoAdvance,
    metadata: row.metadata,
    info: row.info,
  };
}

/** Returns the rule logs, each with its own id on the wire; decimals are texts. */
export async function describeRuleLogs(row: Pick<StoredInvoice, 'id' | 'document'>) {
  const { ruleLogs = [] } = (await parseInTurns(row.document)) as InvoiceDocument;
  return ruleLogs.map((log, index) => ({
    id: `${row.id}.${index + 1}`,
    type: log.type,
    order: log.order,
    changes: describeChange(log.changes),
    rule: { id: log.ruleId, name: log.ruleName, condition: log.condition, computation: log.computation },
    variablesValue: log.variables,
  }));
}

/** The schema's exact numbers are written from the text of a number. */
export function describeChange(change: RuleLog['changes']) {
  const { oldRevenue, newRevenue, oldUsage, newUsage, ...words } = change;
  return {
    ...words,
    oldRevenue: decimal(oldRevenue),
    newRevenue: decimal(newRevenue),
    ...(oldUsage === undefined ? {} : { oldUsage: decimal(oldUsage) }),
    ...(newUsage === undefined ? {} : { newUsage: decimal(newUsage) }),
  };
}

/** Returns the lines as stored; decimals are texts. */
export function readDocument(row: Pick<StoredInvoice, 'document'>): InvoiceDocument {
  return JSON.parse(row.document) as InvoiceDocument;
}
