import './tables.ts';
import type { Area } from '#platform/http/area.ts';
import { EXPIRE_APPROVAL, expireApproval } from './expire-approval.ts';
import { approveRequest } from './operations/approve-request.ts';
import { cancelApproval } from './operations/cancel-approval.ts';
import { countApprovals } from './operations/count-approvals.ts';
import { getApproval } from './operations/get-approval.ts';
import { getApprovalPolicy } from './operations/get-approval-policy.ts';
import { listApprovals } from './operations/list-approvals.ts';
import { rejectRequest } from './operations/reject-request.ts';
import { setApprovalPolicy } from './operations/set-approval-policy.ts';
import { updateApproval } from './operations/update-approval.ts';
import { approversStay, refundWaits, secretOfKeyShown, totalsAreApproved } from './port-handlers.ts';
import { purgeApprovals } from './purge-approvals.ts';

export const approvals: Area = {
  name: 'approvals',
  title: 'Approvals',
  operations: [
    ...[listApprovals, getApproval, updateApproval, approveRequest, rejectRequest, cancelApproval],
    ...[countApprovals, getApprovalPolicy, setApprovalPolicy],
  ],
  scheduledWork: [{ kind: EXPIRE_APPROVAL, run: expireApproval }],
  resources: { approval: { get: getApproval } },
  portHandlers: [approversStay, secretOfKeyShown, refundWaits, totalsAreApproved],
  maintenance: purgeApprovals,
};
