import { decimalText } from '#core/decimal.ts';
import { type Audit, MOST_MISMATCHES } from '#platform/audits.ts';
import { type AuditedGiveBack, listAuditedGiveBacks } from '../store/give-back-audit.ts';

const PAGE = 500;

/** Asked of credits, credit notes, refunds and statuses, and not only of the record that they keep. */
export const giveBackAudit: Audit = {
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
};

function findProblems(invoice: AuditedGiveBack): string[] {
  const { isVoid, charged, settled, others, exceededLine, unrecordedCredit } = invoice;
  const given = settled.plus(others);
  return [
    ...(isVoid && settled.gt(0) ? [`is VOID, and settlements gave ${decimalText(settled)} of it back`] : []),
    ...(!isVoid && others.gt(0) && given.gt(charged)
      ? [`charged ${decimalText(charged)}, and ${decimalText(given)} is given back`]
      : []),
    ...(exceededLine === null ? [] : [`line ${exceededLine} gave back more than it charged`]),
    ...(unrecordedCredit === null
      ? []
      : [`credit ${unrecordedCredit} gives back more of it than is recorded`]),
  ];
}
