import { decimalText } from '#core/decimal.ts';
import { type Audit, MOST_MISMATCHES } from '#platform/audits.ts';
import {
  type AuditedGiveBack,
  listAuditedGiveBacks,
  listUnrecordedCredits,
} from '../store/give-back-audit.ts';

const PAGE = 500;

/** Asked of credits, credit notes, refunds and statuses, and not only of the record that they keep. */
export const giveBackAudits: readonly Audit[] = [
  {
    name: 'invoices.given_back',
    claim: 'of what an invoice in advance charged no more is given back than it charged, whichever way',
    async check({ tx, org }, after) {
      const page = await listAuditedGiveBacks(tx, org, { after: after ?? '', limit: PAGE });
      const mismatches = page.flatMap((invoice) =>
        findProblems(invoice).map((problem) => ({ subject: `invoice ${invoice.id}`, problem })),
      );
      return {
        mismatches: mismatches.slice(0, MOST_MISMATCHES),
        next: page.length < PAGE ? null : (page.at(-1)?.id ?? null),
      };
    },
  },
  {
    name: 'invoices.settlement_credits',
    claim:
      'a credit for unused days is no more than what money or discounts paid for the lines that it is of',
    async check({ tx, org }) {
      const found = await listUnrecordedCredits(tx, org, MOST_MISMATCHES);
      const mismatches = found.map(({ id, amount, recorded }) => ({
        subject: `credit ${id}`,
        problem: `gives back ${decimalText(amount)}, and lines gave ${decimalText(recorded)} of money`,
      }));
      return { mismatches, next: null };
    },
  },
];

function findProblems(invoice: AuditedGiveBack): string[] {
  const { isVoid, charged, asked, settled, settledMoney, others, exceededLine, usedLine } = invoice;
  const given = settled.plus(others);
  const problems: [isBroken: boolean, problem: string][] = [
    [isVoid && settled.gt(0), `is VOID, and settlements gave ${decimalText(settled)} of it back`],
    [
      !isVoid && given.gt(0) && given.gt(charged),
      `charged ${decimalText(charged)}, and ${decimalText(given)} is given back`,
    ],
    [
      settledMoney.gt(0) && settledMoney.gt(asked),
      `asked for ${decimalText(asked)}, and settlements gave ${decimalText(settledMoney)} of money back`,
    ],
    [exceededLine !== null, exceededWords(exceededLine ?? '')],
    [usedLine !== null, `a settlement left less of line ${usedLine} than its used days cost`],
  ];
  return problems.flatMap(([isBroken, problem]) => (isBroken ? [problem] : []));
}

function exceededWords(lineId: string): string {
  return lineId === ''
    ? 'more of its taxes is given back than it charged'
    : `line ${lineId} gave back more than it charged`;
}
