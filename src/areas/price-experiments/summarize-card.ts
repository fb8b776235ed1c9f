import { Decimal, decimal, decimalText, MAX_FRACTION_DIGITS, ZERO } from '#core/decimal.ts';
import {
  type AdjustmentStep,
  type CardInput,
  computeCard,
  type InvoiceInputs,
  type LicenseCardInput,
  nameTiersInStep,
  type SlabWalk,
} from '#core/invoice/index.ts';
import { rateLicense } from '#core/invoice/license-card.ts';

/** The amounts of one card; decimals are canonical texts. */
export interface CardAmounts {
  /** Rounded once, as on an invoice. */
  revenue: string;
  /** Priced quantities by meter, add-on or feature. */
  usages: Record<string, string>;
  /** Their revenues add up to that of the card; null for a fee, which has none. */
  slabs: SlabRevenue[] | null;
  /** The change by a bound of the card; included in the last slab reached. */
  adjustment: ({ revenue: string } & AppliedBound) | null;
  /** The computation in sentences, as on an invoice; empty for a card that is not billed in the cycle. */
  steps: string[];
}

interface SlabRevenue {
  order: number;
  usage: string;
  revenue: string;
  metadata?: AppliedBound & { packageQuantity?: string };
}

interface AppliedBound {
  minimumRateApplied?: true;
  maximumRateApplied?: true;
}

/** For a card that is not billed in the cycle. */
export const NOT_BILLED: CardAmounts = { revenue: '0', usages: {}, slabs: null, adjustment: null, steps: [] };

/** The amounts of an invoice card by slab. They equal those of its lines. */
export function summarizeCard(card: CardInput, inputs: InvoiceInputs): CardAmounts {
  const { line, explanation } = computeCard(card, inputs);
  const { walk, adjustment } = walkOf(card, { inputs, explanation: explanation as Partial<SlabWalk> });
  return {
    revenue: line.value,
    usages: usagesOf(card, explanation.quantity),
    slabs: walk && (adjustment ? addToLast(walk, adjustment) : walk),
    adjustment: adjustment && { revenue: adjustment.shown, ...boundFlag(adjustment.applied) },
    steps: explanation.steps.map(nameTiersInStep),
  };
}

function usagesOf(card: CardInput, quantity: string): Record<string, string> {
  if (card.type === 'FIXED_FEE') return {};
  const own = { [card.billableId]: quantity };
  if (card.type !== 'USAGE' || !card.priceMeter) return own;
  return { ...own, [card.priceMeter.id]: card.carriedAmount ?? '0' };
}

interface Walked {
  walk: SlabRevenue[] | null;
  adjustment: AdjustmentStep | null;
}

function walkOf(
  card: CardInput,
  computed: { inputs: InvoiceInputs; explanation: Partial<SlabWalk> },
): Walked {
  if (card.type === 'LICENSE') return walkLicense(card, computed.inputs);
  const { slabs, adjustment = null } = computed.explanation;
  if (!slabs) return { walk: null, adjustment: null };
  const walk = slabs.map(({ order, quantity, shown, clamp, packages }) => {
    const metadata = {
      ...(clamp && boundFlag(clamp.applied)),
      ...(packages !== undefined && { packageQuantity: packages }),
    };
    return { order, usage: quantity, revenue: shown ?? '0', ...withMetadata(metadata) };
  });
  return { walk, adjustment };
}

/** Slabs of all windows together. Packages are counted if a window has only one price. */
function walkLicense(card: LicenseCardInput, inputs: InvoiceInputs): Walked {
  const { priced, shownSlabs, adjustment } = rateLicense(card, inputs);
  const entered = priced.windows.flatMap(({ slabs }, window) =>
    slabs.map((share, index) => ({ ...share, shown: shownSlabs[window]?.[index] ?? ZERO })),
  );
  const byOrder = Map.groupBy(entered, ({ step }) => step.slab.order);
  const walk = card.slabs.map(({ order }) => {
    const own = byOrder.get(order) ?? [];
    const clamp = own.find(({ step }) => step.clamp)?.step.clamp;
    const packages = card.isProrated ? [] : own.flatMap(({ step }) => step.price.packages ?? []);
    const metadata = {
      ...(clamp && boundFlag(clamp.applied)),
      ...(packages.length > 0 && { packageQuantity: decimalText(addUp(packages)) }),
    };
    const days = addUp(own.map(({ quantity }) => quantity)).div(priced.denominator);
    const usage = decimalText(days.toDecimalPlaces(MAX_FRACTION_DIGITS, Decimal.ROUND_DOWN));
    const revenue = decimalText(addUp(own.map(({ shown }) => shown)));
    return { order, usage, revenue, ...withMetadata(metadata) };
  });
  return { walk, adjustment };
}

/** The last slab reached; the first one if a minimum is due without any. */
function addToLast(walk: SlabRevenue[], { applied, shown }: AdjustmentStep): SlabRevenue[] {
  const entered = walk.findLastIndex(({ usage }) => !decimal(usage).isZero());
  return walk.map((slab, index) => {
    if (index !== Math.max(0, entered)) return slab;
    const revenue = decimalText(decimal(slab.revenue).plus(decimal(shown)));
    return { ...slab, revenue, metadata: { ...slab.metadata, ...boundFlag(applied) } };
  });
}

function boundFlag(applied: AdjustmentStep['applied']): AppliedBound {
  return applied === 'MINIMUM' ? { minimumRateApplied: true } : { maximumRateApplied: true };
}

function withMetadata(metadata: NonNullable<SlabRevenue['metadata']>) {
  return Object.keys(metadata).length > 0 ? { metadata } : {};
}

function addUp(values: readonly Decimal[]): Decimal {
  return values.reduce((sum, value) => sum.plus(value), ZERO);
}
