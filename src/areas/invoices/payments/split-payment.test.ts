import { describe, expect, it } from 'vitest';
import { decimal, decimalText } from '#core/decimal.ts';
import { type Payable, type RequestedRecord, splitPayment } from './split-payment.ts';

const lacks = (amounts: Record<string, string>, draft?: string) =>
  new Map<string, Payable>(
    Object.entries(amounts).map(([id, amount]) => [
      id,
      { outstanding: decimal(amount), isDraft: id === draft },
    ]),
  );
/** `a 1000@2`: the target, the amount if there is one, and the order. */
function readRecord(text: string): RequestedRecord {
  const [target = '', rest = ''] = text.split(' ');
  const [amount, order] = rest.split('@');
  const names: Record<string, RequestedRecord['type']> = { credit: 'CREDIT', wallet: 'WALLET_CREDIT' };
  const type = names[target] ?? 'INVOICE';
  return {
    type,
    order: Number(order),
    ...(type === 'INVOICE' && { platformId: target }),
    ...(amount && { amount: decimal(amount) }),
  };
}
const show = (total: string, records: string[], payables: Map<string, Payable>) =>
  splitPayment(decimal(total), records.map(readRecord), payables).map(
    ({ type, platformId, amount, order }) => `${platformId ?? type} ${decimalText(amount)}@${order}`,
  );

describe('a payment is split', () => {
  it.each([
    // 10000 − 1000 − 500 − 200 = 8300
    [
      'what is left goes to the wallet',
      '10000',
      ['a 1000@1', 'b 500@2', 'credit 200@3'],
      ['a 1000@1', 'b 500@2', 'CREDIT 200@3', 'WALLET_CREDIT 8300@4'],
    ],
    // 1200 = 1000 + 200 of 600
    ['without amounts, by order', '1200', ['b @2', 'a @1'], ['a 1000@1', 'b 200@2']],
    // b has its 500 whatever a lacks, so that 100 is left for a
    ['an amount is kept for who asked', '600', ['a @1', 'b 500@2'], ['a 100@1', 'b 500@2']],
    ['the whole rest as a credit', '1500', ['a @1', 'credit @2'], ['a 1000@1', 'CREDIT 500@2']],
    ['nothing left for the last', '1000', ['a @1', 'b @2'], ['a 1000@1', 'b 0@2']],
    ['one invoice twice', '1100', ['a 900@1', 'a @2', 'b @3'], ['a 900@1', 'a 100@2', 'b 100@3']],
    // 0.1 + 0.2 = 0.3
    ['to the last digit', '0.3', ['a 0.1@1', 'b 0.2@2'], ['a 0.1@1', 'b 0.2@2']],
    ['more than a draft comes to', '50', ['d 50@1'], ['d 50@1']],
    ['as much as a draft comes to', '50', ['d @1'], ['d 30@1', 'WALLET_CREDIT 20@2']],
  ])('%s', (_, total, records, expected) => {
    expect(show(total, records, lacks({ a: '1000', b: '600', d: '30' }, 'd'))).toEqual(expected);
  });

  it.each([
    ['100', ['a 60@1', 'b 50@2'], /the amounts add up to 110, more than totalAmount 100$/],
    ['100', ['a 10@1', 'b 10@1'], /must differ between records/],
    ['20', ['c 12.31@1'], /\[0\].amount: amount exceeds outstanding 12.3 of invoice c/],
    ['20', ['c 10@1', 'c 3@2'], /\[1\].amount: amount exceeds outstanding 2.3 of invoice c/],
    ['20', ['c 10@2147483647'], /order must be less than 2147483647/],
  ])('%s for %j is refused', (total, records, expected) => {
    const payables = lacks({ a: '1000', b: '600', c: '12.3' });
    expect(() => show(total, records, payables)).toThrow(expected);
  });
});
