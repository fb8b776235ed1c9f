import { decimalText } from '#core/decimal.ts';
import { type Audit, MAX_MISMATCHES } from '#platform/audits.ts';
import { listCharging } from '../give-backs/drop-lines-on-top.ts';
import { listPlacedAdjustments } from '../store/advance-adjustments.ts';
import {
  type AuditedGiveBack,
  listAuditedGiveBacks,
  listStrayLines,
  listUnrecordedCredits,
} from '../store/give-back-audit.ts';

const PAGE = 500;

/**
 * Audits that read credits, credit notes, refunds and statuses, not only the give-back rows derived from
 * them.
 */
export const giveBackAudits: readonly Audit[] = [
  {
    name: 'invoices.given_back',
    claim:
      'credits, credit notes, refunds and adjustments never give back more of an invoice in advance ' +
      'than it charged',
    async check({ tx, org }, after) {
      const page = await listAuditedGiveBacks(tx, org, { after: after ?? '', limit: PAGE });
      const mismatches = page.flatMap((invoice) =>
        findProblems(invoice).map((problem) => ({ subject: `invoice ${invoice.id}`, problem })),
      );
      return {
        mismatches: mismatches.slice(0, MAX_MISMATCHES),
        next: page.length < PAGE ? null : (page.at(-1)?.id ?? null),
      };
    },
  },
  {
    name: 'invoices.settlement_credits',
    claim:
      'a credit for unused days does not exceed the part of its lines that was paid with money or discounts',
    async check({ tx, org }) {
      const found = await listUnrecordedCredits(tx, org, MAX_MISMATCHES);
      const mismatches = found.map(({ id, amount, recorded }) => ({
        subject: `credit ${id}`,
        problem: `gives back ${decimalText(amount)}, but its lines record only ${decimalText(recorded)}`,
      }));
      return { mismatches, next: null };
    },
  },
  {
    name: 'invoices.lines_on_top',
    claim:
      'an increase of a charge in advance is charged only while the invoice of that charge is neither ' +
      'void nor reissued',
    async check(context) {
      const { tx, org } = context;
      const lines = await listPlacedAdjustments(tx, org, await listStrayLines(tx, org, MAX_STRAY));
      const charging = await listCharging(context, lines);
      const mismatches = charging.map(({ card, invoice }) => ({
        subject: `invoice ${invoice?.id}`,
        problem:
          `charges an increase of line ${card.billableId}, but the original invoice is void or was ` +
          'reissued',
      }));
      return { mismatches: mismatches.slice(0, MAX_MISMATCHES), next: null };
    },
  },
];

/** Most of them have nothing left. */
const MAX_STRAY = 1000;

function findProblems(invoice: AuditedGiveBack): string[] {
  const { isVoid, charged, requested, settled, settledMoney, others, exceededLine, usedLine } = invoice;
  const given = settled.plus(others);
  const problems: [isBroken: boolean, problem: string][] = [
    [isVoid && settled.gt(0), `is VOID, but settlements gave ${decimalText(settled)} of it back`],
    [
      !isVoid && given.gt(0) && given.gt(charged),
      `charged ${decimalText(charged)}, but ${decimalText(given)} is given back`,
    ],
    [
      settledMoney.gt(0) && settledMoney.gt(requested),
      `charged ${decimalText(requested)} of money, but settlements gave ` +
        `${decimalText(settledMoney)} of money back`,
    ],
    [exceededLine !== null, exceededWords(exceededLine ?? '')],
    [usedLine !== null, `a settlement left less of line ${usedLine} than the price of its used days`],
  ];
  return problems.flatMap(([isBroken, problem]) => (isBroken ? [problem] : []));
}

function exceededWords(lineId: string): string {
  return lineId === ''
    ? 'more tax is given back than it charged'
    : `more of line ${lineId} is given back than it charged`;
}
