import { operation } from '#platform/http/operation.ts';
import { makePurchase } from '../make-purchase.ts';
import { planProposalExpiry } from '../planned-work.ts';
import { PURCHASE_PROBLEMS } from '../problems.ts';
import { findProposalEnd } from '../proposal-end.ts';
import { describeProposal } from '../rules.ts';
import { AccountParams, CreateProposalRequest, Proposal } from '../schema.ts';

export const createPurchaseProposal = operation({
  id: 'createPurchaseProposal',
  method: 'POST',
  route: '/accounts/{account_id}/purchase_proposals',
  scope: 'plans:write',
  summary: 'Offer a purchase to an account',
  description:
    'Fixes the price and the plan version. It can be answered once, until expiryDate, or else until ' +
    'effectiveFrom, which is later. An account in DRAFT may get a proposal, and approves it once it is ' +
    'active.',
  request: { params: AccountParams, body: CreateProposalRequest },
  response: { status: 200, body: Proposal },
  problems: PURCHASE_PROBLEMS,
  async handle(context, { params, body }) {
    const { expiryDate = null, effectiveFrom = null, paymentMode } = body;
    const end = await findProposalEnd(context, { expiryDate, effectiveFrom });
    const requested = { accountId: params.account_id, body, paymentMode };
    const row = await makePurchase(context, requested, async ({ id }) => {
      if (end) await planProposalExpiry(context, { purchaseId: id, dueAt: end });
      return { status: 'PROPOSAL_ACTIVE', invoiceId: null };
    });
    return describeProposal(row);
  },
});
