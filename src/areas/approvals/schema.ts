import { type Static, Type } from 'typebox';
import { MAX_AMOUNT } from '#core/money.ts';
import { EFFECT_ACTIONS, EFFECT_KINDS } from '#platform/db/effects.ts';
import {
  Closed,
  CURRENCY_CODE,
  DateTime,
  Enum,
  ExactNumber,
  List,
  MultilineText,
  PageOf,
  Text,
} from '#platform/http/schemas.ts';

export const APPROVAL_STATUSES = [
  ...(['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED', 'EXPIRED', 'STALE'] as const),
] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];
/** The kinds that a policy may limit; ACCESS always needs approval once there is a rule. */
export const RULE_KINDS = ['FINALIZATION', 'REFUND', 'DELETION'] as const;
export const REQUESTER_TYPES = ['USER', 'API_KEY'] as const;

export const MAX_EFFECTS_SHOWN = 100;
const MAX_TOTALS = 200;
export const MAX_APPROVERS_SHOWN = 20;
export const MAX_TEXT = 500;
export const MAX_EXEMPT_KEYS = 20;
const MAX_LIMITS = 50;

const money = {
  amount: Type.Optional(ExactNumber({ description: 'Absent if it is not money, or not known in advance' })),
  currency: Type.Optional(Type.String()),
};
const Effect = Closed(
  {
    kind: Enum(EFFECT_KINDS),
    action: Enum(EFFECT_ACTIONS),
    subjectType: Type.Optional(Type.String()),
    subjectId: Type.Optional(
      Type.String({ description: 'Absent if the request itself creates the resource' }),
    ),
    accountId: Type.Optional(Type.String()),
    ...money,
  },
  { component: 'ApprovalEffect' },
);
const Total = Closed(
  { kind: Enum(EFFECT_KINDS), count: Type.Integer(), ...money },
  { component: 'ApprovalTotal' },
);
/** As stored: amounts are text. */
export type StoredEffect = Omit<Static<typeof Effect>, 'amount'> & { amount?: string };
export type StoredTotal = Omit<Static<typeof Total>, 'amount'> & { amount?: string };

const Person = Closed({ id: Type.String(), name: Type.String() }, { component: 'ApprovalPerson' });

export const Approval = Closed(
  {
    id: Type.String(),
    status: Enum(APPROVAL_STATUSES, {
      description:
        'APPROVED: the request was executed. STALE: it would do something else now, or can no longer be ' +
        'executed; `failure` says why',
    }),
    kinds: List(Enum(EFFECT_KINDS), { maxItems: EFFECT_KINDS.length }),
    operationId: Type.String(),
    summary: Type.String({ description: 'Of the operation' }),
    method: Type.String(),
    url: Type.String({ description: 'Path and query, as sent' }),
    totals: List(Total, { maxItems: MAX_TOTALS, description: 'By kind and currency' }),
    effects: List(Effect, { maxItems: MAX_EFFECTS_SHOWN, description: 'The first of them' }),
    effectCount: Type.Integer(),
    requestedBy: Closed(
      {
        type: Enum(REQUESTER_TYPES),
        id: Type.String(),
        name: Type.String(),
        userId: Type.String({ description: 'The user, or the user who holds the secret of the API key' }),
      },
      { component: 'ApprovalRequester' },
    ),
    reason: Type.Optional(
      Type.String({ description: 'At first the `reason` or `refundReason` of the request, if it has one' }),
    ),
    approvers: Type.Optional(
      List(Person, { maxItems: MAX_APPROVERS_SHOWN, description: 'Users who can approve it; while PENDING' }),
    ),
    decidedBy: Type.Optional(Person),
    decidedAt: Type.Optional(DateTime()),
    comment: Type.Optional(Type.String()),
    failure: Type.Optional(
      Closed({ code: Type.String(), message: Type.String() }, { component: 'ApprovalFailure' }),
    ),
    responseStatus: Type.Optional(Type.Integer({ description: 'Status of the executed request' })),
    createdAt: DateTime(),
    updatedAt: DateTime(),
    expiresAt: DateTime(),
    requestBody: Type.Optional(Type.String({ description: 'JSON, as sent; absent in lists' })),
    response: Type.Optional(
      Type.String({ description: 'JSON; the response of the executed request; absent in lists' }),
    ),
  },
  { component: 'Approval' },
);
export const ApprovalPage = PageOf(Approval);
export const ApprovalParams = Type.Object({ approval_id: Text(1, 50) });

export const ApprovalCounts = Closed(
  {
    waiting: Type.Integer({ description: 'In the environment' }),
    forCaller: Type.Integer({ description: 'Of these, those that the caller can approve; 0 for API keys' }),
  },
  { component: 'ApprovalCounts' },
);

export const UpdateApprovalRequest = Closed(
  { reason: MultilineText(0, MAX_TEXT, { description: 'Why you ask; shown to approvers' }) },
  { component: 'UpdateApprovalRequest' },
);
export const ApproveRequest = Closed(
  { comment: Type.Optional(MultilineText(0, MAX_TEXT)) },
  { component: 'ApproveRequest' },
);
export const RejectRequest = Closed({ comment: MultilineText(1, MAX_TEXT) }, { component: 'RejectRequest' });

const Rule = Closed(
  {
    kind: Enum(RULE_KINDS),
    limits: Type.Optional(
      List(
        Closed({
          currency: Text(3, 3, CURRENCY_CODE),
          amount: ExactNumber({ minimum: '0', maximum: MAX_AMOUNT }),
        }),
        {
          maxItems: MAX_LIMITS,
          description:
            'Requests above the amount need approval; in other currencies all of them do. Not for DELETION',
        },
      ),
    ),
  },
  { component: 'ApprovalRule' },
);
const policy = {
  rules: List(Rule, {
    maxItems: RULE_KINDS.length,
    description: 'One for each kind that needs approval; empty: nothing does',
  }),
  exemptApiKeyIds: List(Text(1, 50), {
    maxItems: MAX_EXEMPT_KEYS,
    uniqueItems: true,
    description: 'API keys whose requests never wait, except those of the kind ACCESS',
  }),
};
export const SetApprovalPolicyRequest = Closed(
  { rules: policy.rules, exemptApiKeyIds: Type.Optional(policy.exemptApiKeyIds) },
  { component: 'SetApprovalPolicyRequest' },
);
export type SetApprovalPolicyRequest = Static<typeof SetApprovalPolicyRequest>;
const Approvers = Closed(
  { kind: Enum(EFFECT_KINDS), users: List(Person, { maxItems: MAX_APPROVERS_SHOWN }) },
  { component: 'ApproversOfKind' },
);
export const ApprovalPolicy = Closed(
  {
    ...policy,
    approvers: List(Approvers, {
      maxItems: EFFECT_KINDS.length,
      description: 'The users who can approve every request of a kind; their roles decide it',
    }),
    updatedBy: Type.Optional(Type.String()),
    updatedAt: Type.Optional(DateTime()),
  },
  { component: 'ApprovalPolicy' },
);
