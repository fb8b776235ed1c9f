import { type Static, Type } from 'typebox';
import { CHECK_LEVELS, CHECK_RULES } from '#core/invoice-checks/index.ts';
import {
  Closed,
  DateTime,
  Enum,
  ExactNumber,
  List,
  MultilineText,
  Nullable,
  PageOf,
  PlainDate,
  Text,
  TextMap,
} from '#platform/http/schemas.ts';

export const REVIEW_STATUSES = ['COMPUTING', 'READY', 'FAILED'] as const;
export const DECISIONS = ['APPROVED', 'HELD'] as const;
/** Levels of a draft: that of its gravest open finding. */
export const DRAFT_LEVELS = [...CHECK_LEVELS, 'NONE'] as const;
/** The most decisions of a request. */
const MAX_DECISIONS = 1000;

export const Selection = Closed(
  {
    billDateFrom: Type.Optional(
      PlainDate({ description: 'Drafts that are billed on this local day or later' }),
    ),
    billDateUntil: Type.Optional(PlainDate({ description: 'Drafts that are billed before this local day' })),
    accountId: Type.Optional(Text(1, 50)),
    customerId: Type.Optional(Text(1, 50)),
    pricePlanId: Type.Optional(Text(1, 50)),
    isPending: Type.Optional(
      Type.Boolean({ description: 'If true, only drafts that wait for a bill run now; default false' }),
    ),
  },
  { component: 'DraftSelection' },
);
/** As stored: days are texts. */
export interface Selection {
  billDateFrom?: string;
  billDateUntil?: string;
  accountId?: string;
  customerId?: string;
  pricePlanId?: string;
  isPending?: boolean;
}

export const CreateDraftReviewRequest = Closed(
  {
    jobId: Type.Optional(
      Text(1, 100, {
        description:
          'A bill run that waits for its confirmation. Its drafts are reviewed, and confirming it needs ' +
          'the review. If it has a review already, that is computed again.',
      }),
    ),
    selection: Type.Optional(Selection),
  },
  { component: 'CreateDraftReviewRequest' },
);

const Money = Closed(
  {
    currency: Type.String(),
    drafts: Type.Integer(),
    amount: ExactNumber({ description: 'The sum of their amounts, without those that are held' }),
    previousAmount: ExactNumber({ description: 'The sum of the amounts of their previous cycles' }),
    heldDrafts: Type.Integer({ description: 'Drafts that somebody held back from the bill run' }),
    heldAmount: ExactNumber(),
  },
  { component: 'ReviewedTotal' },
);

export const DraftReview = Closed(
  {
    id: Type.String(),
    jobId: Type.Optional(Type.String({ description: 'The bill run that it reviews' })),
    status: Enum(REVIEW_STATUSES),
    version: Type.Integer({
      description:
        'Grows with each decision and computation. confirmJob accepts the version that was reviewed.',
    }),
    selection: Selection,
    totalDrafts: Type.Integer(),
    computedDrafts: Type.Integer(),
    levels: Closed(
      { block: Type.Integer(), warn: Type.Integer(), info: Type.Integer(), none: Type.Integer() },
      { description: 'Drafts by the level of their gravest open finding, without those that are held' },
    ),
    approvedDrafts: Type.Integer(),
    heldDrafts: Type.Integer(),
    totals: Type.Array(Money, { description: 'By currency' }),
    failureReason: Type.Optional(Type.String()),
    createdAt: DateTime(),
    computedAt: Type.Optional(DateTime({ description: 'When the last draft was computed' })),
    expiresAt: Type.Optional(
      DateTime({
        description: 'In real time. Later its drafts are not listed any more; a bill run has no such limit.',
      }),
    ),
  },
  { component: 'DraftReview' },
);

const Dismissal = Closed(
  {
    comment: Type.String(),
    by: Type.String({ description: 'Id of the user or of the API key' }),
    byName: Type.Optional(Type.String()),
    at: DateTime(),
  },
  { component: 'FindingDismissal' },
);

const Finding = Closed(
  {
    rule: Enum(CHECK_RULES),
    level: Enum(CHECK_LEVELS),
    key: Type.String({ description: 'Identifies the finding with its figures, to dismiss it' }),
    subject: Type.Optional(Type.String({ description: 'The line, meter or credit that it is about' })),
    message: Type.String({ description: 'The finding as a sentence' }),
    figures: TextMap({ maxProperties: 10, maxKey: 40, maxValue: 500 }),
    dismissal: Type.Optional(Dismissal),
  },
  { component: 'DraftFinding' },
);

const Decision = Closed(
  {
    decision: Enum(DECISIONS),
    reason: Type.Optional(Type.String()),
    by: Type.String({ description: 'Id of the user or of the API key' }),
    byName: Type.Optional(Type.String()),
    at: DateTime(),
  },
  { component: 'ReviewDecision' },
);

const Issued = Closed(
  {
    status: Enum(['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'CANCELLED'], {
      description: 'Of the entry of the bill run',
    }),
    errorCode: Type.Optional(
      Type.String({ description: 'INVOICE_CHANGED_SINCE_REVIEW: the amount differs from the reviewed one' }),
    ),
    error: Type.Optional(Type.String({ description: 'Why the draft was not issued' })),
    currentAmount: Type.Optional(
      ExactNumber({ description: 'If it changed since the review: the amount instead of the reviewed one' }),
    ),
    invoiceStatus: Type.Optional(Type.String({ description: 'Absent if the draft was deleted' })),
    finalizingStatus: Type.Optional(Type.String()),
    invoiceNumber: Type.Optional(Type.String()),
    issuedAmount: Type.Optional(ExactNumber({ description: 'The total of the issued invoice' })),
  },
  { component: 'ReviewedEntry' },
);

export const ReviewedDraft = Closed(
  {
    invoiceId: Type.String(),
    invoiceType: Type.String(),
    accountId: Type.Optional(Type.String()),
    accountName: Type.Optional(Type.String()),
    customerId: Type.Optional(Type.String()),
    customerName: Type.Optional(Type.String()),
    groupId: Type.Optional(Type.String({ description: 'Of a manual invoice to an invoice group' })),
    groupName: Type.Optional(Type.String()),
    pricePlanId: Type.Optional(Type.String()),
    pricePlanName: Type.Optional(Type.String()),
    currency: Type.String(),
    billDate: DateTime({ description: 'When the draft is due to be issued' }),
    startDate: DateTime(),
    endDate: DateTime({ description: 'Exclusive' }),
    amount: ExactNumber(),
    previousInvoiceId: Type.Optional(Type.String()),
    previousAmount: Nullable(
      ExactNumber({ description: 'The total of the previous cycle; null without one' }),
    ),
    delta: Nullable(ExactNumber({ description: 'amount − previousAmount' })),
    deltaPercent: Nullable(
      ExactNumber({
        description:
          'delta in percent of the size of previousAmount, to 18 decimal places; null if that is 0 or null',
      }),
    ),
    replacedAmount: Type.Optional(
      ExactNumber({ description: 'The amount before the review was last computed again, if it differs' }),
    ),
    level: Enum(DRAFT_LEVELS, { description: 'Of the gravest finding that is not dismissed' }),
    findings: Type.Array(Finding),
    decision: Type.Optional(Decision),
    comments: Type.Integer({ description: 'Comments on the invoice' }),
    entry: Type.Optional(Issued),
    computedAt: DateTime(),
  },
  { component: 'ReviewedDraft' },
);

export const ReviewedDraftPage = Closed(
  {
    data: Type.Array(ReviewedDraft),
    nextToken: Nullable(Type.String({ maxLength: 500 })),
    totals: Type.Array(Money, { description: 'By currency, of all drafts that match the filters' }),
  },
  { component: 'ReviewedDraftPage' },
);

export const DecideDraftsRequest = Closed(
  {
    invoiceIds: List(Text(1, 50), { minItems: 1, maxItems: MAX_DECISIONS, uniqueItems: true }),
    decision: Enum([...DECISIONS, 'NONE'], {
      description:
        'APPROVED also dismisses all open findings. HELD takes drafts out of this bill run; they stay ' +
        'drafts. NONE takes the decision back.',
    }),
    reason: Type.Optional(
      MultilineText(1, 1000, {
        description: 'Required to hold a draft, and to approve one with open findings of level BLOCK or WARN',
      }),
    ),
  },
  { component: 'DecideDraftsRequest' },
);
export type DecideDraftsRequest = Static<typeof DecideDraftsRequest>;

export const DismissFindingRequest = Closed(
  {
    comment: MultilineText(1, 1000, { description: 'Why the finding is acceptable' }),
  },
  { component: 'DismissFindingRequest' },
);

export const InvoiceComment = Closed(
  {
    id: Type.String(),
    invoiceId: Type.String(),
    comment: Type.String(),
    author: Type.String({ description: 'Id of the user or of the API key' }),
    authorName: Type.Optional(Type.String()),
    createdAt: DateTime(),
  },
  { component: 'InvoiceComment' },
);
export const InvoiceCommentPage = PageOf(InvoiceComment);
export const CreateInvoiceCommentRequest = Closed(
  { comment: MultilineText(1, 2000) },
  { component: 'CreateInvoiceCommentRequest' },
);

export const ReviewParams = Type.Object({ review_id: Text(1, 100) });
export const InvoiceParams = Type.Object({ invoice_id: Text(1, 50) });
export const FindingParams = Type.Object({ invoice_id: Text(1, 50), finding_key: Text(64, 64) });
