import type { Finding } from './rules.ts';
import type { BuyerDetail } from './terms.ts';

const DETAILS: Record<BuyerDetail, string> = {
  ADDRESS: 'billing address',
  EMAIL: 'e-mail address',
};

/** The finding in one sentence, with its figures. */
export function describeFinding({ rule, figures }: Pick<Finding, 'rule' | 'figures'>): string {
  const of = (name: string): string => figures[name] ?? '';
  switch (rule) {
    case 'AMOUNT_UNUSUAL':
      return `the total ${of('amount')} is far from ${of('median')}, the median of the last cycles`;
    case 'LINE_WENT_TO_ZERO':
      return `${of('line')} is 0; it was ${of('earlier')} in the last cycle`;
    case 'FIRST_INVOICE_OF_PLAN_VERSION':
      return `this is the account's first invoice with version ${of('version')} of ${of('plan')}`;
    case 'USAGE_GAP':
      return (
        `${of('meter')} had no usage for ${of('hours')} hours from ${of('from')}; ` +
        'it usually has some in each hour'
      );
    case 'EVENTS_REJECTED':
      return `${of('rejected')} of ${of('received')} events (${of('percent')} %) were rejected`;
    case 'EVENTS_IN_QUEUE':
      return `${of('events')} events of the cycle are still being processed or corrected`;
    case 'LATE_EVENTS':
      return `${of('events')} events arrived after the end of the cycle, within the grace period`;
    case 'CREDIT_EXPIRES_BEFORE_DUE':
      return (
        `${of('amount')} of the credit ${of('credit')} is unused and expires after ${of('lastDay')}, ` +
        `before the due date ${of('dueDay')}`
      );
    case 'CREDITS_UNUSED':
      return `the credit ${of('credit')} could pay ${of('payable')}, and ${of('amount')} of it is unused`;
    case 'NEGATIVE_TOTAL':
      return `the total ${of('amount')} is negative`;
    case 'DETAILS_MISSING':
      return `the customer has no ${DETAILS[of('missing') as BuyerDetail]}`;
    case 'TAX_ID_MISSING':
      return 'the customer has no tax id';
    case 'WALLET_CURRENCY_DIFFERS':
      return `the wallet has ${of('wallet')}, the invoice is in ${of('invoice')}`;
    case 'OVERRIDE_REMOVED':
      return 'the account had prices of its own in the last cycle, and has none now';
    case 'TOTAL_ROUNDS_TO_ZERO':
      return `the exact amount ${of('exact')} is rounded to 0`;
    case 'DUPLICATE_OF_MANUAL_INVOICE':
      return `invoice ${of('invoice')} charges the same amount ${of('amount')} for the same days`;
    case 'CANNOT_BE_ISSUED':
      return `the draft cannot be issued: ${of('reason')}`;
    default:
      throw new RangeError(`no rule ${String(rule satisfies never)}`);
  }
}
