import { decimal } from '#core/decimal.ts';
import { readAdjustedRevenue } from '#core/invoice/adjusted-revenue.ts';
import type { AdjustmentInputs } from '#core/invoice/adjustment.ts';
import { type ExtraRevenue, readExtraRevenue } from '#core/invoice/extra-revenue.ts';
import type { InvoiceDocument, InvoiceInputs } from '#core/invoice/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { type AdvanceCharge, chargedCards } from '../settlement/advance-charge.ts';
import {
  listAdjustingInputs,
  listRevenueCharges,
  listRevenueInvoices,
  type RevenueInvoiceRow,
} from '../store/cycle-revenue.ts';
import { readChargeRevenue } from './charge-revenue.ts';

/** The part of a document that gives the revenue of the cycle, or remainder, that it bills. */
export interface CycleRevenue
  extends Pick<RevenueInvoiceRow, 'accountId' | 'scheduleId' | 'cycleStart' | 'invoiceType'> {
  isDraft: boolean;
  isVoid: boolean;
  /** In the invoice currency; empty for a draft, which still changes. */
  extra: ExtraRevenue[];
  /** The part that stays after another schedule replaces this one. */
  kept: ExtraRevenue[];
}

/** Returns the revenue of accounts for days in `[from, until)`. */
export async function listCycleRevenue(
  tx: Tx,
  org: Org,
  requested: { accountIds: readonly string[]; from: Temporal.Instant; until: Temporal.Instant },
): Promise<CycleRevenue[]> {
  const [rows, charges, adjusting] = await Promise.all([
    listRevenueInvoices(tx, org, requested),
    listRevenueCharges(tx, org, requested),
    listAdjustingInputs(tx, org, requested),
  ]);
  const byInvoice = Map.groupBy(charges, ({ invoiceId }) => invoiceId);
  return [
    ...rows.map((row) => readInvoice(row, byInvoice.get(row.id) ?? [], charges)),
    ...(byInvoice.get(null) ?? []).map((charge) => readTakenOver(charge, charges)),
    ...adjusting.map(({ inputs, ...row }): CycleRevenue => {
      const extra = readAdjustedRevenue(JSON.parse(inputs) as AdjustmentInputs);
      return { ...row, isDraft: false, isVoid: false, extra, kept: [] };
    }),
  ];
}

/** `settled` are the charges whose invoice no longer gives their current amount. */
function readInvoice(
  { id: _, inputs, document, status, ...row }: RevenueInvoiceRow,
  settled: readonly AdvanceCharge[],
  all: readonly AdvanceCharge[],
): CycleRevenue {
  const [isDraft, isVoid] = [status === 'DRAFT', status === 'VOID'];
  if (isDraft || isVoid) return { ...row, isDraft, isVoid, extra: [], kept: [] };
  const said = inputs !== null && document !== null ? readDocument(inputs, document) : NOTHING;
  const names = new Set(settled.map(({ content }) => content.card.name));
  const charged = [
    ...said.charges.filter(({ card }) => !names.has(card.name)),
    ...settled.filter(({ isClosed }) => !isClosed).map(({ content }) => content),
  ];
  return {
    ...row,
    ...{ isDraft, isVoid },
    extra: [...said.extra, ...charged.flatMap(readChargeRevenue)],
    kept: row.invoiceType === 'STANDARD_ADVANCED' ? [...said.extra, ...keptOf(settled, all)] : [],
  };
}

const NOTHING = { extra: [], charges: [] };

function readDocument(inputsText: string, documentText: string) {
  const inputs = JSON.parse(inputsText) as InvoiceInputs;
  const document = JSON.parse(documentText) as InvoiceDocument;
  const charged = inputs.timing === 'IN_ADVANCE' ? chargedCards(inputs, document) : [];
  return { extra: readExtraRevenue(inputs, document), charges: charged.map(({ content }) => content) };
}

/** Returns what the correction of another schedule's charge has charged. */
function readTakenOver(charge: AdvanceCharge, all: readonly AdvanceCharge[]): CycleRevenue {
  const { accountId, scheduleId, cycleStart, isClosed, content } = charge;
  return {
    ...{ accountId, scheduleId, cycleStart, invoiceType: 'STANDARD_ADVANCED', isDraft: false, isVoid: false },
    extra: isClosed ? [] : readChargeRevenue(content),
    kept: keptOf([charge], all),
  };
}

/** Granted credits stay charged, even if no card of the new schedule takes them over. */
function keptOf(charges: readonly AdvanceCharge[], all: readonly AdvanceCharge[]): ExtraRevenue[] {
  return charges
    .filter(({ isClosed, content }) => isClosed && content.card.type === 'BILLING_ENTITLEMENT')
    .filter((charge) => !all.some((other) => isTakenBy(charge, other)))
    .map(({ content: { card, amount } }) => ({ billableId: card.billableId, amount: decimal(amount) }));
}

function isTakenBy(charge: AdvanceCharge, other: AdvanceCharge): boolean {
  const [own, taking] = [charge.content.card, other.content.card];
  return (
    other.invoiceId === null &&
    other.scheduleId !== charge.scheduleId &&
    other.accountId === charge.accountId &&
    other.cycleStart.equals(charge.cycleStart) &&
    taking.type === own.type &&
    taking.billableId === own.billableId
  );
}
