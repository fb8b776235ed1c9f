export { approvalGate } from './gate.ts';
export { eraseApprovals } from './store/approvals.ts';
