import type { InvoiceGroupRow } from '#areas/invoice-groups/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findSellerEntity } from '#areas/seller-entities/index.ts';
import { findRoundingMode } from '#areas/settings/index.ts';
import { decimal } from '#core/decimal.ts';
import {
  type CompositeInputs,
  type CompositeMember,
  composeDocuments,
  computeMember,
} from '#core/invoice/composite.ts';
import {
  CHARGE_ERROR,
  type InvoiceDocument,
  type InvoiceInputs,
  type TaxInput,
} from '#core/invoice/index.ts';
import { canonicalInTurns } from '#platform/canonical-in-turns.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Org } from '#platform/http/operation.ts';
import { mapInTurns, startTurns } from '#platform/turns.ts';
import type { StoredCharge } from '../charges/rules.ts';
import { describeSeller, readNetTermDays } from '../lifecycle/read-facts.ts';
import { requireSeller } from '../lifecycle/require-seller.ts';
import { type CompositeRow, listMergedInvoices, type MemberRow } from '../store/composites.ts';
import type { ComputedColumns } from '../store/lifecycle.ts';
import { readGroupTaxes } from '../taxes/read-taxes.ts';
import { describeBuyer } from './describe-group.ts';

/** The current content of a composite. */
export interface ComputedComposite {
  columns: ComputedColumns;
  document: InvoiceDocument;
  /** True if a charge of the group cannot be computed; the composite is then not issued. */
  isIncomplete: boolean;
}

/** The day of a composite, and the time zone of that day. */
export type CompositeDay = Pick<CompositeRow, 'cycleStart'> & { timeZone: string };

/** Computes the draft of a group from the invoices merged so far; writes nothing. */
export async function computeCompositeDraft(
  tx: Tx,
  org: Org,
  { composite, group }: { composite: CompositeRow; group: InvoiceGroupRow },
): Promise<ComputedComposite & { members: MemberRow[]; timeZone: string }> {
  const { timeZone } = JSON.parse(composite.inputs) as CompositeInputs;
  const { cycleStart, miscellaneousCharges: charges } = composite;
  const members = await listMergedInvoices(tx, org, composite.id);
  const day = { cycleStart, timeZone };
  const composed = await composeComposite(tx, org, { group, day, members, charges });
  const { details } = composed.columns;
  const seller = { ...composed, details, info: composed.columns.info };
  const { info, isIncomplete } = await requireSeller(tx, org, seller);
  return { ...composed, columns: { ...composed.columns, info }, isIncomplete, members, timeZone };
}

export async function composeComposite(
  tx: Tx,
  org: Org,
  requested: {
    group: InvoiceGroupRow;
    day: CompositeDay;
    members: readonly MemberRow[];
    charges: readonly StoredCharge[];
  },
): Promise<ComputedComposite> {
  const { group } = requested;
  const [organization, roundingMode, orgTermDays, billing] = await Promise.all([
    getOrganization(tx, org),
    findRoundingMode(tx, org),
    readNetTermDays(tx, org),
    findSellerEntity(tx, org, { groupId: group.id }),
  ]);
  const taxes = requested.charges.length > 0 ? await readGroupTaxes(tx, org, group) : [];
  const inputs = await buildInputs(requested, { roundingMode, taxes });
  const computed = await mapInTurns(inputs.members, (member) => computeMember(inputs, member));
  await startTurns().yieldLoop();
  const document = composeDocuments(inputs, computed);
  const texts = { inputs: await canonicalInTurns(inputs), document: await canonicalInTurns(document) };
  const info = document.notices ?? [];
  return {
    columns: {
      currency: group.invoiceCurrency,
      ...texts,
      totalAmount: decimal(document.totalAmount),
      netTermDays: group.netTermDays ?? orgTermDays,
      details: { ...describeBuyer(group), ...describeSeller(organization, billing) },
      info,
    },
    document,
    isIncomplete: info.some(({ type }) => type === CHARGE_ERROR),
  };
}

async function buildInputs(
  requested: Parameters<typeof composeComposite>[2],
  { roundingMode, taxes }: { roundingMode: InvoiceInputs['roundingMode']; taxes: TaxInput[] },
): Promise<CompositeInputs> {
  const { group, day, members, charges } = requested;
  const { cycleStart, timeZone } = day;
  return {
    engine: 1,
    currency: group.invoiceCurrency,
    roundingMode,
    timeZone,
    group: { id: group.id, name: group.name },
    cycle: { start: cycleStart.toString(), end: cycleStart.add({ days: 1 }).toString() },
    members: await mapInTurns(members, ({ id, accountId, accountName, inputs }) => ({
      invoiceId: id,
      accountId,
      accountName: accountName ?? accountId,
      inputs: JSON.parse(inputs) as CompositeMember['inputs'],
    })),
    ...(charges.length > 0 ? { charges: [...charges] } : {}),
    ...(taxes.length > 0 ? { taxes } : {}),
  };
}
