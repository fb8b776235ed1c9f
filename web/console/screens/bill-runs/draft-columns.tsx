import type { ReviewedDraft } from '../../../api/generated/types.ts';
import { formatPercent } from '../../../format/money.ts';
import { formatClockTime, formatPeriod } from '../../../format/time.ts';
import { explained } from '../../../parts/balances/linked-columns.tsx';
import { nameOf } from '../../../parts/record-names/name-column.ts';
import { type Column, identifier, money, status, text, time } from '../../../ui/data-table/columns.tsx';
import { decisionLook, openFindings, ownerOf, resultLook } from './bill-run-view.ts';
import { DraftFlags } from './draft-flags.tsx';
import { DraftWhy } from './draft-why.tsx';

type DraftColumn = Column<ReviewedDraft>;

const customer: DraftColumn = text('customer', ownerOf, { place: 'title', sort: 'customer' });
const plan: DraftColumn = text('plan', ({ pricePlanName }) => pricePlanName, { place: 'none' });
const extras: readonly DraftColumn[] = [
  money('delta', ({ delta, currency }) => ({ amount: delta, currency }), { isExtra: true, place: 'none' }),
  text('period', ({ startDate, endDate }) => formatPeriod(startDate, endDate), {
    isExtra: true,
    place: 'none',
  }),
  time('billDate', ({ billDate }) => billDate, { isExtra: true, place: 'none', sort: 'bill_date' }),
  text('reason', ({ decision }) => decision?.reason, { isExtra: true, place: 'none' }),
  text('comments', ({ comments }) => String(comments), { isExtra: true, isNumber: true, place: 'none' }),
  nameOf(
    'account',
    { kind: 'accounts', read: ({ accountId }) => accountId },
    { isExtra: true, place: 'none' },
  ),
  identifier('invoice', ({ invoiceId }) => invoiceId, { isExtra: true }),
];

export const reviewColumns: readonly DraftColumn[] = [
  customer,
  plan,
  explained('current', explainedOf, { sort: 'amount' }),
  money('previous', ({ previousAmount: amount, currency }) => ({ amount, currency }), { place: 'none' }),
  text('change', ({ deltaPercent }) => deltaPercent && formatPercent(deltaPercent), {
    isNumber: true,
    place: 'none',
    sort: 'change',
  }),
  {
    id: 'flags',
    cell: (draft) => <DraftFlags draft={draft} />,
    text: (draft, say) =>
      [
        ...(draft.decision ? [say(`decision.${draft.decision.decision}`)] : []),
        ...openFindings(draft).map(({ rule }) => say(`rule.${rule}`)),
      ].join(', '),
    place: 'meta',
    sort: 'severity',
  },
  text('computedAt', ({ computedAt }) => formatClockTime(computedAt), { place: 'none' }),
  ...extras,
];

/** What became of each draft that was confirmed. */
export const resultColumns: readonly DraftColumn[] = [
  customer,
  plan,
  status('result', ({ entry }) => resultLook.look(entry?.status ?? 'PENDING')),
  text('number', ({ entry }) => entry?.invoiceNumber),
  money('reviewed', ({ amount, currency }) => ({ amount, currency }), { place: 'none' }),
  explained('issuedAmount', (draft) => ({ ...explainedOf(draft), amount: draft.entry?.issuedAmount })),
  {
    id: 'why',
    cell: (draft) => <DraftWhy draft={draft} />,
    text: ({ entry, decision }) => entry?.error ?? decision?.reason ?? '',
    place: 'meta',
  },
  status('decision', ({ decision }) => decisionLook.look(decision?.decision ?? 'NONE'), {
    isExtra: true,
    place: 'none',
  }),
  ...extras,
];

function explainedOf({ invoiceId, amount, currency }: ReviewedDraft) {
  return { invoiceId, amount, currency };
}
