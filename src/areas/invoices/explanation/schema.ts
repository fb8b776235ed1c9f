import { Type } from 'typebox';
import { LINE_TYPES } from '#core/invoice/index.ts';
import { Closed, DateTime, Enum, ExactNumber, Nullable } from '#platform/http/schemas.ts';
import { INVOICE_STATUSES, InvoiceLineItem } from '../schema.ts';

const MODES = ['HALF_UP', 'HALF_EVEN', 'DOWN'] as const;

/** Exact amounts can have more digits than a JSON number keeps, so they are texts. */
const Exact = Type.String({ description: 'Exact decimal' });
const PriceType = Enum(['FLAT', 'PER_UNIT', 'PACKAGE', 'PERCENTAGE', 'DYNAMIC']);
const Applied = Enum(['MINIMUM', 'MAXIMUM']);

const slab = {
  order: Type.Integer(),
  from: Exact,
  to: Nullable(Type.String({ description: 'Null: no end' })),
  quantity: Exact,
  priceType: PriceType,
  rate: Exact,
  packageSize: Type.Optional(Exact),
  packages: Type.Optional(Exact),
  amountBeforeClamp: Exact,
  clamp: Type.Optional(Closed({ applied: Applied, bound: Exact })),
  amount: Exact,
};
const Slab = Closed(
  {
    ...slab,
    shown: Nullable(Type.String({ description: 'The line of the tier; null if not reached' })),
  },
  { component: 'ExplainedSlab' },
);

const Adjustment = Closed(
  { applied: Applied, bound: Exact, before: Exact, after: Exact, adjustment: Exact, shown: Exact },
  {
    component: 'ExplainedAdjustment',
    description: 'The bound of the whole card, if it changed the sum of the tiers',
  },
);

const days = { start: Type.String(), end: Type.String() };

/** The price of each quantity of licences, and the days on which it counts. */
const licenses = {
  prices: Type.Optional(
    Type.Array(Closed({ quantity: Exact, amount: Exact, slabs: Type.Array(Closed(slab)) }), {
      description: 'The price of each quantity of licences for a whole window',
    }),
  ),
  windows: Type.Optional(
    Type.Array(
      Closed({
        ...days,
        nominalDays: Type.Integer({ description: 'The full period of which a prorated day is a share' }),
        runs: Type.Array(
          Closed({ start: Type.String(), days: Type.Integer(), quantity: Exact, price: Exact }),
        ),
        paid: Type.Optional(
          Closed(
            { quantity: Exact, price: Exact },
            { description: 'Already charged for earlier days of the window, and deducted' },
          ),
        ),
        exact: Exact,
        shown: Exact,
      }),
      { description: 'Days of licences that are rated separately; half-open' },
    ),
  ),
  changes: Type.Optional(
    Type.Array(
      Closed({
        start: Type.String(),
        charged: Type.Optional(Type.String({ description: 'Absent: the days were not charged' })),
        counted: Type.Optional(Type.String({ description: 'Absent: the days were not used' })),
        chargedPrice: Exact,
        countedPrice: Exact,
        change: Exact,
        share: Type.String({ description: 'The share of a cycle that remains from that day on' }),
        amount: Exact,
      }),
      { description: 'The change of the licence price against the charge in advance' },
    ),
  ),
  due: Type.Optional(Type.String({ description: 'For days that were already charged in advance' })),
  charged: Type.Optional(Type.String({ description: 'The amount charged for them' })),
};

const meter = {
  id: Type.String(),
  name: Type.String(),
  aggregation: Type.String(),
  version: Type.Optional(Type.Integer()),
};

const ExplainedLine = Closed(
  {
    accountId: Type.Optional(Type.String({ description: 'Of a composite: the account of the line' })),
    lineId: Type.Optional(Type.String({ description: 'The id of the line in revenueInfo' })),
    path: Type.String({
      description: 'Its place in revenueInfo: the position among the lineItems of each level, such as 0.2',
    }),
    description: Type.String(),
    type: Enum(LINE_TYPES),
    amount: ExactNumber({ description: 'The line as charged' }),
    cardName: Type.Optional(Type.String()),
    card: Type.Optional(
      Type.Unsafe<object>({ type: 'object', description: 'Its stored inputs, as in inputs.cards' }),
    ),
    quantity: Type.Optional(Exact),
    meter: Type.Optional(Closed(meter)),
    eventCount: Type.Optional(Type.Integer({ description: 'Events that make up the quantity' })),
    usage: Type.Optional(
      Closed(
        { accountId: Type.String(), from: DateTime(), until: DateTime({ description: 'Exclusive' }) },
        {
          description:
            'Whose events they are, and when they count; see listMeteredEvents, and listOverageEvents for ' +
            'an overage',
        },
      ),
    ),
    schemas: Type.Optional(
      Type.Array(
        Closed(
          { name: Type.String(), versions: Type.Array(Type.String({ description: 'Ascending' })) },
          { component: 'CountedSchema' },
        ),
        {
          description:
            'The event schemas of the events of the time, each with the versions with which the meter read ' +
            'them, as stored with the events',
        },
      ),
    ),
    maximumQuantity: Type.Optional(Type.String({ description: 'Units beyond it are not charged' })),
    chargedQuantity: Type.Optional(Type.String({ description: 'The charged quantity, if it is less' })),
    carriedAmount: Type.Optional(Type.String({ description: 'The sum of the prices that the events carry' })),
    priceMeter: Type.Optional(
      Closed({ ...meter, eventCount: Type.Integer() }, { description: 'The source of the sum' }),
    ),
    period: Type.Optional(
      Closed(days, { description: 'Days for which credits, overage or licences are charged; half-open' }),
    ),
    pricingModel: Type.Optional(Enum(['TIERED', 'VOLUME'])),
    slabs: Type.Optional(Type.Array(Slab)),
    adjustment: Type.Optional(Adjustment),
    ...licenses,
    rate: Type.Optional(Exact),
    taxable: Type.Optional(Type.String({ description: 'Of a tax: the net amount and the charges' })),
    commitment: Type.Optional(Type.String({ description: 'The minimum for the cards of the cycle' })),
    advanceFees: Type.Optional(Type.String({ description: 'Charges in advance that count towards it' })),
    before: Type.Optional(Type.String({ description: 'Of an adjustment: the amount invoiced for the line' })),
    after: Type.Optional(Type.String({ description: 'The amount of the line now' })),
    subTotal: Type.Optional(Type.String({ description: 'The sum of the cards' })),
    available: Type.Optional(Type.String({ description: 'The maximum from the credit for the invoice' })),
    pays: Type.Optional(
      Type.Array(Closed({ lineId: Type.String(), amount: Exact }), {
        description: 'Lines that the credit pays',
      }),
    ),
    proration: Type.Optional(
      Closed({ billedDays: Type.Integer(), nominalDays: Type.Integer(), exact: Exact }),
    ),
    rounding: Type.Optional(
      Closed(
        { exact: Exact, rounded: Exact, digits: Type.Integer(), mode: Enum(MODES) },
        { description: 'The single rounding of the line' },
      ),
    ),
    steps: Type.Array(Type.String(), { description: 'The computation in sentences' }),
  },
  { component: 'ExplainedLine' },
);

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const InvoiceExplanation = Closed(
  {
    invoiceId: Type.String(),
    status: Enum(INVOICE_STATUSES),
    currency: Type.String(),
    totalAmount: ExactNumber(),
    lines: Type.Array(ExplainedLine),
    revenueInfo: InvoiceLineItem,
    verification: Closed(
      {
        recomputedSha256: Type.Optional(Sha256),
        storedSha256: Sha256,
        isIdentical: Type.Boolean(),
      },
      {
        description:
          'This response recomputed the document from the inputs. The hashes are of the canonical ' +
          'JSON (RFC 8785 order, decimals as text) of both documents; recomputedSha256 is absent ' +
          'if the inputs cannot be read. For a draft, both are computed for the response.',
      },
    ),
    inputs: Type.Unsafe<object>({ type: 'object', description: 'All inputs of the computation' }),
  },
  { component: 'InvoiceExplanation' },
);
