import type { BillRun, DraftFinding, DraftReview, ReviewedDraft } from '../../../api/generated/types.ts';
import { formatMoneyWithCode } from '../../../format/money.ts';
import { formatInstant } from '../../../format/time.ts';
import { looksOf } from '../../../ui/look.ts';

export const STEPS = ['select', 'checks', 'review', 'confirm', 'done'] as const;
export type Step = (typeof STEPS)[number];

/** The step that a bill run has reached; `wanted` opens the confirmation of one that can be confirmed. */
export function stepOf({ status, review }: Pick<BillRun, 'status' | 'review'>, wanted?: string): Step {
  if (status !== 'WAITING_FOR_CONFIRMATION') return 'done';
  if (review?.status !== 'READY') return 'checks';
  return wanted === 'confirm' ? 'confirm' : 'review';
}

export const LEVELS = ['BLOCK', 'WARN', 'INFO', 'NONE'] as const;
export type Level = (typeof LEVELS)[number];

export const levelLook = looksOf<Level, 'level'>(
  {
    BLOCK: { tone: 'bad' },
    WARN: { tone: 'warn' },
    INFO: { tone: 'info', shape: 'outline' },
    NONE: { tone: 'neutral', shape: 'dashed' },
  },
  'level',
);

export const decisionLook = looksOf<'APPROVED' | 'HELD' | 'NONE', 'decision'>(
  {
    APPROVED: { tone: 'good' },
    HELD: { tone: 'neutral', shape: 'half' },
    NONE: { tone: 'neutral', shape: 'dashed' },
  },
  'decision',
);

export type Result = NonNullable<ReviewedDraft['entry']>['status'];

export const resultLook = looksOf<Result, 'result'>(
  {
    PENDING: { tone: 'info' },
    IN_PROGRESS: { tone: 'info', shape: 'half' },
    COMPLETED: { tone: 'good' },
    FAILED: { tone: 'bad' },
    CANCELLED: { tone: 'neutral', shape: 'half' },
  },
  'result',
);

/** Filters that are set; the others are left out of a request. */
export function given<Filters extends object>(filters: Filters) {
  type Set = { [Name in keyof Filters]?: Exclude<Filters[Name], undefined> };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Set;
}

/** Drafts of a level in a review, without those that are held. */
export function countOf({ levels }: Pick<DraftReview, 'levels'>, level: Level): number {
  const { block, warn, info, none } = levels;
  return { BLOCK: block, WARN: warn, INFO: info, NONE: none }[level];
}

/** How many drafts would be issued. */
export function draftsOf({ totals }: Pick<DraftReview, 'totals'>): number {
  return totals.reduce((all, { drafts }) => all + drafts, 0);
}

/** Amounts of several currencies, which have no sum: `USD 12.00 + EUR 5.00`. */
export function amountsText(amounts: readonly { currency: string; amount: string }[]): string {
  return amounts.map(({ currency, amount }) => formatMoneyWithCode(amount, currency)).join(' + ');
}

/** Whose draft it is: the customer, with the account if that has a name of its own. */
export function ownerOf(draft: ReviewedDraft): string {
  const { customerName, accountName, groupName } = draft;
  const names = [groupName ?? customerName, groupName ? undefined : accountName].filter(Boolean);
  return [...new Set(names)].join(' · ') || draft.invoiceId;
}

export function openFindings({ findings }: Pick<ReviewedDraft, 'findings'>): DraftFinding[] {
  return findings.filter(({ dismissal }) => !dismissal);
}

/** The service asks for a reason to approve a draft with an open finding above level INFO. */
export function needsReason(drafts: readonly Pick<ReviewedDraft, 'findings'>[]): boolean {
  return drafts.some((draft) => openFindings(draft).some(({ level }) => level !== 'INFO'));
}

/** Whether a comment settles it: a draft that cannot be issued needs a correction. */
export function isDismissible({ rule }: Pick<DraftFinding, 'rule'>): boolean {
  return rule !== 'CANNOT_BE_ISSUED';
}

const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'median', 'earlier', 'payable', 'exact']);

/** What a finding says in numbers: amounts with their currency, instants as people read them. */
export function figuresOf(
  { figures }: Pick<DraftFinding, 'figures'>,
  currency: string,
  say: (key: 'required.ADDRESS') => string,
): Record<string, string> {
  const shown = Object.entries(figures).map(([name, value]) => {
    if (AMOUNTS.has(name)) return [name, formatMoneyWithCode(value, currency)];
    if (name === 'from') return [name, formatInstant(value)];
    if (name === 'missing') return [name, say(`required.${value}` as 'required.ADDRESS')];
    return [name, value];
  });
  return Object.fromEntries(shown);
}

export function percentDone(done: number, all: number): number {
  return all === 0 ? 0 : Math.floor((done / all) * 100);
}
