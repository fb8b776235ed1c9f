import { expect, test } from 'vitest';
import type { BillRun, DraftFinding, DraftReview, ReviewedDraft } from '../../../api/generated/types.ts';
import {
  amountsText,
  countOf,
  draftsOf,
  figuresOf,
  given,
  isDismissible,
  needsReason,
  openFindings,
  ownerOf,
  percentDone,
  stepOf,
} from './bill-run-view.ts';

const review = (status: DraftReview['status']) => ({ status }) as DraftReview;

test.each<[BillRun['status'], DraftReview['status'] | null, string | undefined, string]>([
  ['WAITING_FOR_CONFIRMATION', null, undefined, 'checks'],
  ['WAITING_FOR_CONFIRMATION', 'COMPUTING', undefined, 'checks'],
  // Nobody confirms what is being computed.
  ['WAITING_FOR_CONFIRMATION', 'COMPUTING', 'confirm', 'checks'],
  ['WAITING_FOR_CONFIRMATION', 'FAILED', 'confirm', 'checks'],
  ['WAITING_FOR_CONFIRMATION', 'READY', undefined, 'review'],
  ['WAITING_FOR_CONFIRMATION', 'READY', 'confirm', 'confirm'],
  // The address still says `confirm` after the confirmation.
  ['IN_PROGRESS', 'READY', 'confirm', 'done'],
  ['COMPLETED', null, undefined, 'done'],
  ['CANCELLED', 'READY', undefined, 'done'],
])('a run that is %s with a review that is %s is at the step of %s: %s', (status, of, wanted, expected) => {
  const run = { status, ...(of && { review: review(of) }) };
  expect(stepOf(run, wanted)).toBe(expected);
});

const finding = (rule: DraftFinding['rule'], level: DraftFinding['level'], isDismissed = false) =>
  ({
    ...{ rule, level, key: rule, message: '', figures: {} },
    ...(isDismissed && { dismissal: { comment: 'fine', by: 'user.1', at: '2030-02-03T00:00:00Z' } }),
  }) as DraftFinding;
const draft = (...findings: DraftFinding[]) => ({ findings }) as unknown as ReviewedDraft;

test.each([
  [draft(), false],
  [draft(finding('TAX_ID_MISSING', 'INFO')), false],
  [draft(finding('USAGE_GAP', 'WARN')), true],
  [draft(finding('NEGATIVE_TOTAL', 'BLOCK', true)), false],
  [draft(finding('NEGATIVE_TOTAL', 'BLOCK', true), finding('USAGE_GAP', 'WARN')), true],
])('%j needs a reason: %s', (one, expected) => {
  expect(needsReason([draft(), one])).toBe(expected);
});

test('a dismissed finding is not open, and a draft that cannot be issued needs more than a comment', () => {
  const [open, dismissed] = [finding('USAGE_GAP', 'WARN'), finding('NEGATIVE_TOTAL', 'BLOCK', true)];
  expect(openFindings(draft(open, dismissed))).toEqual([open]);
  expect([open, finding('CANNOT_BE_ISSUED', 'BLOCK')].map(isDismissible)).toEqual([true, false]);
});

test.each([
  [{ customerName: 'Acme', accountName: 'Production' }, 'Acme · Production'],
  [{ customerName: 'Acme', accountName: 'Acme' }, 'Acme'],
  [{ customerName: 'Acme' }, 'Acme'],
  [{ groupName: 'Group', customerName: 'Acme', accountName: 'Production' }, 'Group'],
  [{}, 'inv.1'],
])('%j is named %s', (names, expected) => {
  expect(ownerOf({ invoiceId: 'inv.1', ...names } as ReviewedDraft)).toBe(expected);
});

test('amounts of two currencies stand beside each other with every cent', () => {
  const amounts = [
    { currency: 'USD', amount: '12345678901234567.89' },
    { currency: 'JPY', amount: '-5' },
  ];
  expect(amountsText(amounts)).toBe('USD\u00a012,345,678,901,234,567.89 + −JPY\u00a05');
});

test('figures are written as people read them', () => {
  const figures = {
    ...{ amount: '12.5', median: '3', meter: 'calls' },
    ...{ from: '2030-01-03T12:00:00Z', missing: 'EMAIL' },
  };
  expect(figuresOf({ figures }, 'USD', (key) => `<${key}>`)).toEqual({
    ...{ amount: 'USD\u00a012.50', median: 'USD\u00a03.00', meter: 'calls' },
    ...{ from: 'Jan 3, 2030, 12:00:00 PM UTC', missing: '<required.EMAIL>' },
  });
});

test('sums of a review', () => {
  const totals = [{ drafts: 3 }, { drafts: 4 }] as DraftReview['totals'];
  const levels = { block: 1, warn: 2, info: 3, none: 4 };
  expect(draftsOf({ totals })).toBe(7);
  expect((['BLOCK', 'WARN', 'INFO', 'NONE'] as const).map((level) => countOf({ levels }, level))).toEqual([
    1, 2, 3, 4,
  ]);
});

test.each([
  [0, 0, 0],
  [1, 3, 33],
  // Not over before the last one.
  [999, 1000, 99],
  [1000, 1000, 100],
])('%i of %i are %i %', (done, all, expected) => expect(percentDone(done, all)).toBe(expected));

test('only filters that are set are sent', () => {
  expect(given({ level: 'BLOCK', decision: undefined })).toEqual({ level: 'BLOCK' });
});
