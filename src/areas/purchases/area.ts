import './tables.ts';
import { ORDER_SETTLED, PREPAID_DUE } from '#areas/invoices/index.ts';
import type { Area } from '#platform/http/area.ts';
import { expireProposal } from './decide-proposal.ts';
import { grantPurchase } from './grant-purchase.ts';
import { createPurchase } from './operations/create-purchase.ts';
import { createPurchaseProposal } from './operations/create-purchase-proposal.ts';
import { getPurchase } from './operations/get-purchase.ts';
import { getPurchaseProposal } from './operations/get-purchase-proposal.ts';
import { listPurchaseProposals } from './operations/list-purchase-proposals.ts';
import { listPurchases } from './operations/list-purchases.ts';
import { updatePurchaseProposalStatus } from './operations/update-purchase-proposal-status.ts';
import { orderPrepaid } from './order-prepaid.ts';
import { EXPIRE_PROPOSAL, GRANT_PURCHASE } from './planned-work.ts';
import { settlePurchase } from './settle-purchase.ts';

export const purchases: Area = {
  name: 'purchases',
  title: 'Purchases',
  resources: { proposal: { get: getPurchaseProposal }, purchase: { get: getPurchase } },
  operations: [
    createPurchase,
    listPurchases,
    getPurchase,
    createPurchaseProposal,
    listPurchaseProposals,
    getPurchaseProposal,
    updatePurchaseProposalStatus,
  ],
  scheduledWork: [
    { kind: PREPAID_DUE, run: orderPrepaid },
    { kind: ORDER_SETTLED, run: settlePurchase },
    { kind: GRANT_PURCHASE, run: grantPurchase },
    { kind: EXPIRE_PROPOSAL, run: expireProposal },
  ],
};
