import { currencyDigits } from '#core/currency.ts';
import { type Decimal, decimalText } from '#core/decimal.ts';
import { type Audit, MAX_MISMATCHES } from '#platform/audits.ts';
import { type AuditedCredit, listAuditedCredits } from './store/audit.ts';

const PAGE_CREDITS = 500;

/** Invariant I4: every part of a credit is accounted for. */
export const creditAudits: readonly Audit[] = [
  {
    name: 'credits.balances',
    claim:
      'the consumed, forfeited and held amounts of a credit equal the sums of its transactions, ' +
      'uses and holds, and do not exceed the grant',
    async check({ tx, org }, after) {
      const page = await listAuditedCredits(tx, org, { after: after ?? '', limit: PAGE_CREDITS });
      const mismatches = page.flatMap((credit) =>
        checkCredit(credit).map((problem) => ({ subject: `credit ${credit.id}`, problem })),
      );
      return {
        mismatches: mismatches.slice(0, MAX_MISMATCHES),
        next: page.length < PAGE_CREDITS ? null : (page.at(-1)?.id ?? null),
      };
    },
  },
];

function checkCredit(credit: AuditedCredit): string[] {
  const { creditAmount, consumedAmount, forfeitedAmount, holdAmount, creditUnit, oddInvoiceId } = credit;
  const gone = consumedAmount.plus(forfeitedAmount);
  const digits = currencyDigits(creditUnit);
  const isOdd = [creditAmount, consumedAmount, forfeitedAmount].some((each) => each.decimalPlaces() > digits);
  return [
    ...compare('consumed', consumedAmount, { by: 'its transactions', come: credit.taken }),
    ...compare('forfeited', forfeitedAmount, { by: 'its transactions', come: credit.forfeited }),
    ...compare('held', holdAmount, { by: 'the draft holds', come: credit.held }),
    ...(gone.plus(holdAmount).gt(creditAmount)
      ? [
          `${decimalText(gone)} is used and ${decimalText(holdAmount)} held of ` +
            `${decimalText(creditAmount)} granted`,
        ]
      : []),
    ...(oddInvoiceId === null ? [] : [`invoice ${oddInvoiceId} consumed another amount than its lines used`]),
    ...(isOdd ? [`an amount has more than the ${digits} decimal places of ${creditUnit}`] : []),
  ];
}

function compare(what: string, kept: Decimal, { by, come }: { by: string; come: Decimal }): string[] {
  return kept.eq(come) ? [] : [`${what} is ${decimalText(kept)}, but ${by} add up to ${decimalText(come)}`];
}
