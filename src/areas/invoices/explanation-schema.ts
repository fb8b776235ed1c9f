import { Type } from 'typebox';
import { LINE_TYPES } from '#core/invoice/index.ts';
import { Closed, Enum, ExactNumber, Nullable } from '#platform/http/schemas.ts';
import { INVOICE_STATUSES } from './schema.ts';

const MODES = ['HALF_UP', 'HALF_EVEN', 'DOWN'] as const;

/** Exact amounts may have more digits than a reader of JSON numbers keeps: they are texts. */
const Exact = Type.String({ description: 'Exact decimal' });
const PriceType = Enum(['FLAT', 'PER_UNIT', 'PACKAGE', 'PERCENTAGE', 'DYNAMIC']);
const Applied = Enum(['MINIMUM', 'MAXIMUM']);

const slab = {
  order: Type.Integer(),
  from: Exact,
  to: Nullable(Type.String({ description: 'Null: without end' })),
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
    shown: Nullable(Type.String({ description: "The slab's line; null when the slab was not entered" })),
  },
  { component: 'ExplainedSlab' },
);

const Adjustment = Closed(
  { applied: Applied, bound: Exact, before: Exact, after: Exact, adjustment: Exact, shown: Exact },
  {
    component: 'ExplainedAdjustment',
    description: 'The bound of the whole card, when it changed the sum of the slabs',
  },
);

const days = { start: Type.String(), end: Type.String() };

/** What each quantity of licences costs, and on which days it counts. */
const licenses = {
  prices: Type.Optional(
    Type.Array(Closed({ quantity: Exact, amount: Exact, slabs: Type.Array(Closed(slab)) }), {
      description: 'What each quantity of licences costs for a whole window',
    }),
  ),
  windows: Type.Optional(
    Type.Array(
      Closed({
        ...days,
        nominalDays: Type.Integer({ description: 'What a prorated day is a share of' }),
        runs: Type.Array(
          Closed({ start: Type.String(), days: Type.Integer(), quantity: Exact, price: Exact }),
        ),
        paid: Type.Optional(
          Closed(
            { quantity: Exact, price: Exact },
            { description: 'Charged with earlier days of the window, and taken off' },
          ),
        ),
        exact: Exact,
        shown: Exact,
      }),
      { description: 'Days of licences that are rated on their own; half-open' },
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
        share: Type.String({ description: 'Of a cycle that is left from that day on' }),
        amount: Exact,
      }),
      { description: 'By what licences cost more or less than was charged in advance' },
    ),
  ),
  due: Type.Optional(Type.String({ description: 'For days that were charged in advance before' })),
  charged: Type.Optional(Type.String({ description: 'What was charged for them' })),
};

const meter = {
  id: Type.String(),
  name: Type.String(),
  aggregation: Type.String(),
  version: Type.Optional(Type.Integer()),
};

const ExplainedLine = Closed(
  {
    accountId: Type.Optional(Type.String({ description: 'Of a composite: whose line it is' })),
    lineId: Type.Optional(Type.String({ description: 'The id of the line in revenueInfo' })),
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
    maximumQuantity: Type.Optional(Type.String({ description: 'Units beyond it are not charged' })),
    chargedQuantity: Type.Optional(Type.String({ description: 'What is charged, when that is less' })),
    carriedAmount: Type.Optional(
      Type.String({ description: 'The money that the events carry as their price' }),
    ),
    priceMeter: Type.Optional(
      Closed({ ...meter, eventCount: Type.Integer() }, { description: 'What added it up' }),
    ),
    period: Type.Optional(
      Closed(days, { description: 'Days that credits, overage or licences are charged for; half-open' }),
    ),
    pricingModel: Type.Optional(Enum(['TIERED', 'VOLUME'])),
    slabs: Type.Optional(Type.Array(Slab)),
    adjustment: Type.Optional(Adjustment),
    ...licenses,
    rate: Type.Optional(Exact),
    taxable: Type.Optional(Type.String({ description: 'Of a tax: the net amount and the charges' })),
    commitment: Type.Optional(Type.String({ description: 'What the cards of the cycle must come to' })),
    advanceFees: Type.Optional(Type.String({ description: 'What counts towards it of charges in advance' })),
    before: Type.Optional(Type.String({ description: 'Of an adjustment: what was invoiced for the line' })),
    after: Type.Optional(Type.String({ description: 'What the line is now' })),
    subTotal: Type.Optional(Type.String({ description: 'What they came to' })),
    available: Type.Optional(Type.String({ description: 'What the invoice might have taken of the credit' })),
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
        { description: 'The one rounding of the line' },
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
    verification: Closed(
      {
        recomputedSha256: Type.Optional(Sha256),
        storedSha256: Sha256,
        isIdentical: Type.Boolean(),
      },
      {
        description:
          'The document was computed again from the inputs for this answer. The hashes are of the ' +
          'canonical JSON (RFC 8785 order, decimals as text) of both documents; ' +
          'recomputedSha256 is absent when the ' +
          'inputs cannot be read. Of a draft both are computed for the answer.',
      },
    ),
    inputs: Type.Unsafe<object>({ type: 'object', description: 'Everything the amounts were computed from' }),
  },
  { component: 'InvoiceExplanation' },
);
