import type { AccountRow } from '#areas/accounts/index.ts';
import type { CreditSums } from '#areas/credits/index.ts';
import type { WalletRow } from '#areas/wallets/index.ts';
import { readDocument } from '../rules.ts';
import type { StoredInvoice } from '../store/invoices.ts';
import type { BriefRow, OpenSums } from '../store/overview.ts';

interface OverviewFacts {
  account: AccountRow;
  open: OpenSums;
  running: StoredInvoice | null;
  last: readonly BriefRow[];
  credits: CreditSums;
  wallet: WalletRow | null;
}

/** Returns the overview of an account in wire form; `linkTo` builds the link to a PDF. */
export function describeOverview(facts: OverviewFacts, linkTo: (fileId: string) => string) {
  const { account, open, running, last, credits, wallet } = facts;
  const { id, name, status, customerId, invoiceCurrency } = account;
  return {
    account: { id, name, status, customerId },
    currency: invoiceCurrency,
    ...open,
    currentInvoice: running && describeRunning(running),
    lastInvoices: last.map((row) => describeBrief(row, row.pdfFileId && linkTo(row.pdfFileId))),
    credits: { availableBalance: credits.availableBalance, runningBalance: credits.runningBalance },
    wallet: wallet && { balance: wallet.balance, holdAmount: wallet.holdAmount, status: wallet.status },
  };
}

function describeRunning(row: StoredInvoice) {
  const { id, startAt: startDate, endAt: endDate, invoiceDate, generatedAt, totalAmount } = row;
  return {
    id,
    startDate,
    endDate,
    invoiceDate,
    generatedAt,
    totalAmount,
    usage: readDocument(row).usageInfo,
  };
}

function describeBrief(row: BriefRow, pdfUrl: string | null) {
  const { id, sequenceId, status, invoiceClass, invoiceType, ...rest } = row;
  const { startAt: startDate, endAt: endDate, invoiceDate, dueDate, totalAmount, paidAmount } = rest;
  return {
    ...{ id, sequenceId, status, invoiceClass, invoiceType, startDate, endDate, invoiceDate, dueDate },
    ...{ totalAmount, paidAmount, pdfUrl },
  };
}
