import { operation } from '#platform/http/operation.ts';
import { proposalNotFound } from '../problems.ts';
import { describeProposal } from '../rules.ts';
import { Proposal, ProposalParams } from '../schema.ts';
import { findPurchase } from '../store.ts';

export const getPurchaseProposal = operation({
  id: 'getPurchaseProposal',
  method: 'GET',
  route: '/purchase_proposals/{purchase_proposal_id}',
  scope: 'plans:read',
  portal: { mode: 'READ', hides: ['idempotencyKey'] },
  summary: 'Get a purchase proposal',
  description: 'After the approval, GET /purchases/{purchase_id} shows its grants, under the same id.',
  request: { params: ProposalParams },
  response: { status: 200, body: Proposal },
  problems: [proposalNotFound],
  async handle({ tx, org }, { params }) {
    const id = params.purchase_proposal_id;
    const row = await findPurchase(tx, org, id);
    if (!row?.isProposal) throw proposalNotFound({ id });
    return describeProposal(row);
  },
});
