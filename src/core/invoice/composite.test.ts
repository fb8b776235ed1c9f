import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import type { CreditInput } from '../credits/index.ts';
import { type CompositeInputs, type CompositeMember, computeComposite } from './composite.ts';
import { checkInvoiceTree, computeInvoice, type InvoiceInputs, type LineItem } from './index.ts';

const CYCLE = {
  start: '2030-01-01',
  end: '2030-02-01',
  nominalStart: '2030-01-01',
  nominalEnd: '2030-02-01',
  billedDays: 31,
  nominalDays: 31,
  ordinal: 0,
};

/** A fee and 100 calls at 0.125 = 12.5. */
function member(account: string, rate: string, rest: Partial<InvoiceInputs> = {}): CompositeMember {
  const inputs: InvoiceInputs = {
    ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC', timing: 'IN_ARREARS' },
    ...{ cycle: CYCLE, pricePlan: { id: 'pp.1', name: 'Plan', version: 1, scheduleId: `sch.${account}` } },
    cards: [
      {
        ...{ type: 'USAGE', name: 'calls', billableId: 'um.1', displayName: 'Calls', quantity: '100' },
        ...{ meter: { id: 'um.1', name: 'calls', aggregation: 'SUM' }, eventCount: 2, tag: 'api' },
        pricingModel: 'TIERED',
        slabs: [{ order: 1, startAfter: '0', priceType: 'PER_UNIT', rate: '0.125' }],
      },
      {
        ...{ type: 'FIXED_FEE', name: 'fee', billableId: 'addon.1', displayName: 'Fee', rate },
        ...{ feeType: 'RECURRING', isProrated: false, billedDays: 31, nominalDays: 31 },
        recurrence: { interval: 1, offset: 0 },
      },
    ],
    ...rest,
  };
  return { invoiceId: `inv.${account}`, accountId: account, accountName: `Account ${account}`, inputs };
}

function composite(members: CompositeMember[], rest: Partial<CompositeInputs> = {}): CompositeInputs {
  return {
    ...{ engine: 1, currency: 'USD', roundingMode: 'HALF_UP', timeZone: 'UTC' },
    ...{ group: { id: 'g', name: 'Group' }, cycle: { start: '2030-02-01', end: '2030-02-02' } },
    members,
    ...rest,
  };
}

const outline = ({ type, description, value, lineItems }: LineItem, depth = 0): string[] => [
  `${' '.repeat(depth)}${type} ${description} ${value}`,
  ...lineItems.flatMap((line) => outline(line, depth + 1)),
];

const credit: CreditInput = {
  ...{ id: 'cred.1', purpose: 'Promotion', priority: 1, effectiveFrom: '2030-01-01' },
  ...{ createdAt: '2030-01-01T00:00:00.000000Z', scope: [], available: '20' },
};

describe('the document of a composite', () => {
  it('is one total for each member, named after its account, with every card as its own line', () => {
    const document = computeComposite(composite([member('a', '10'), member('b', '2.5')]));
    expect(outline(document.revenueInfo)).toEqual([
      'GRAND_TOTAL_AMOUNT Grand total 37.5', // 22.5 + 15
      ' TOTAL_AMOUNT Account a 22.5',
      '  NET_AMOUNT Net amount 22.5',
      '   GROSS_AMOUNT Gross amount 22.5',
      '    PRICE_PLAN_AMOUNT Plan 22.5',
      '     SUB_TOTAL_AMOUNT Subtotal 22.5',
      '      CUSTOM_TAG api 12.5',
      '       USAGE_RATE_CARD_AMOUNT Calls 12.5',
      '        USAGE_RATE_CARD_SLAB_AMOUNT Slab 1: all units 12.5',
      '      FIXED_FEE_RATE_CARD_AMOUNT Fee 10',
      ' TOTAL_AMOUNT Account b 15',
      '  NET_AMOUNT Net amount 15',
      '   GROSS_AMOUNT Gross amount 15',
      '    PRICE_PLAN_AMOUNT Plan 15',
      '     SUB_TOTAL_AMOUNT Subtotal 15',
      '      CUSTOM_TAG api 12.5',
      '       USAGE_RATE_CARD_AMOUNT Calls 12.5',
      '        USAGE_RATE_CARD_SLAB_AMOUNT Slab 1: all units 12.5',
      '      FIXED_FEE_RATE_CARD_AMOUNT Fee 2.5',
    ]);
    expect(document.totalAmount).toBe('37.5');
    expect(document.usageInfo.map(({ id, value, metadata }) => [id, value, metadata])).toEqual([
      ['um.1', '100', { accountId: 'a' }],
      ['um.1', '100', { accountId: 'b' }],
    ]);
    const [total] = document.revenueInfo.lineItems;
    expect(total).toMatchObject({ id: 'inv.a', metadata: { accountId: 'a' } });
    expect(checkInvoiceTree(document)).toEqual([]);
  });

  it('says of each member what its own document says', () => {
    const members = [member('a', '10', { credits: [credit] }), member('b', '-99.999')];
    const document = computeComposite(composite(members));
    for (const [index, { inputs }] of members.entries()) {
      const own = computeInvoice(inputs as InvoiceInputs);
      expect(document.revenueInfo.lineItems[index]?.lineItems).toEqual(
        own.revenueInfo.lineItems[0]?.lineItems,
      );
      for (const explanation of own.explanations) expect(document.explanations).toContainEqual(explanation);
    }
    // 12.5 + 10 − 20 = 2.5 and 12.5 − 100 = −87.5
    expect(document.totalAmount).toBe('-85');
    expect(checkInvoiceTree(document)).toEqual([]);
  });

  it('holds two members that one credit pays', () => {
    const credits = [{ ...credit, available: '5' }];
    const members = [member('a', '10', { credits }), member('a', '20', { credits })];
    const document = computeComposite(composite(members));
    expect(document.totalAmount).toBe('45'); // 22.5 − 5 + 32.5 − 5
    expect(checkInvoiceTree(document)).toEqual([]);
    const broken = { ...document, creditUses: document.creditUses?.slice(1) ?? [] };
    expect(checkInvoiceTree(broken)).toEqual(['credit cred.1 deducts -10 but pays another amount.']);
  });

  it('has charges of the group as a total of their own, over the lines of all members', () => {
    const charges = [
      { name: 'Discount', value: '{"*":[{"var":"um.1"},-0.1]}' },
      { name: 'Handling', rate: '1.005', quantity: '1' },
      { name: 'Share', value: '{"-":[{"var":"invoice.gross"},{"var":"invoice.net"}]}' },
    ];
    const members = [member('a', '10', { credits: [credit] }), member('b', '0')];
    const document = computeComposite(composite(members, { charges }));
    // −0.1 × (12.5 + 12.5) = −2.5; 1.005 → 1.01; gross 35 − net 15 = 20; members 2.5 + 12.5 = 15
    expect(outline(document.revenueInfo.lineItems.at(-1) as LineItem)).toEqual([
      'TOTAL_AMOUNT Charges of the group 18.51',
      ' TOTAL_MISCELLANEOUS_CHARGES Miscellaneous charges 18.51',
      '  MISCELLANEOUS_CHARGE Discount -2.5',
      '  MISCELLANEOUS_CHARGE Handling 1.01',
      '  MISCELLANEOUS_CHARGE Share 20',
    ]);
    expect(document.totalAmount).toBe('33.51');
    expect(checkInvoiceTree(document)).toEqual([]);
  });

  it('is nothing without members', () => {
    const document = computeComposite(composite([]));
    expect([document.totalAmount, document.revenueInfo.lineItems]).toEqual(['0', []]);
    expect(checkInvoiceTree(document)).toEqual([]);
  });

  it('is the same bytes after a round trip of its inputs, and changes no member', () => {
    const inputs = composite([member('a', '10', { credits: [credit] }), member('b', '2.5')]);
    const before = canonicalJson(inputs);
    const document = canonicalJson(computeComposite(inputs));
    expect(canonicalJson(computeComposite(JSON.parse(before)))).toBe(document);
    expect(canonicalJson(inputs)).toBe(before);
  });

  it('is rejected for inputs that no program of ours stores', () => {
    expect(() => computeComposite(composite([member('a', '1', { currency: 'EUR' })]))).toThrow(RangeError);
    expect(() => computeComposite({ ...composite([]), engine: 2 as 1 })).toThrow(RangeError);
  });
});
