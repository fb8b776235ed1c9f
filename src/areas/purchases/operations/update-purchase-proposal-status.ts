import { accountArchived, accountInDraft } from '#areas/accounts/index.ts';
import { offerNegative, offerTooLarge } from '#areas/invoices/index.ts';
import { operation } from '#platform/http/operation.ts';
import { decideProposal } from '../decide-proposal.ts';
import { currencyChanged, proposalDecided, proposalExpired, proposalNotFound } from '../problems.ts';
import { describeProposal } from '../rules.ts';
import { Proposal, ProposalParams, UpdateProposalStatus } from '../schema.ts';

export const updatePurchaseProposalStatus = operation({
  id: 'updatePurchaseProposalStatus',
  method: 'POST',
  route: '/purchase_proposals/{purchase_proposal_id}/update_status',
  scope: 'plans:write',
  portal: { mode: 'WRITE', hides: ['idempotencyKey'] },
  summary: 'Approve or decline a purchase proposal',
  description:
    'Once. APPROVE with POSTPAID grants the proposal now and bills it; with PREPAID it creates an order, ' +
    'and grants when that is paid. If a grant is not possible, the purchase ends in FAILURE, with the ' +
    'reason in comment.',
  request: { params: ProposalParams, body: UpdateProposalStatus },
  response: { status: 200, body: Proposal },
  problems: [
    ...[proposalNotFound, proposalDecided, proposalExpired, currencyChanged],
    ...[accountArchived, accountInDraft, offerNegative, offerTooLarge],
  ],
  async handle(context, { params, body }) {
    const proposal = { id: params.purchase_proposal_id, decision: body.status };
    return describeProposal(await decideProposal(context, proposal));
  },
});
