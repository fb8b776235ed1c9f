import { keyExempt, SECRET_OF_KEY_SHOWN } from '#areas/api-keys/index.ts';
import { REFUND_WAITS } from '#areas/invoices/index.ts';
import { TOTALS_ARE_APPROVED } from '#areas/jobs/index.ts';
import { APPROVERS_STAY } from '#areas/users/index.ts';
import { portHandler } from '#platform/ports.ts';
import { isAbove } from './rules.ts';
import { checkApprovers } from './set-policy.ts';
import { lockPolicy, readPolicy } from './store/policies.ts';

/** Members leave one after the other, so that the last two approvers cannot leave at the same time. */
export const approversStay = portHandler(APPROVERS_STAY, async (tx, org, userIds) => {
  await checkApprovers(tx, org, await lockPolicy(tx, org));
  return userIds.map(() => true);
});

export const secretOfKeyShown = portHandler(SECRET_OF_KEY_SHOWN, async (tx, org, ids) => {
  const { rules, exemptKeyIds } = await readPolicy(tx, org);
  const exempt = rules.length > 0 ? ids.find((id) => exemptKeyIds.includes(id)) : undefined;
  if (exempt !== undefined) throw keyExempt({ id: exempt });
  return ids.map(() => true);
});

/** Whether a refund that no request asked for has to wait for one. */
export const refundWaits = portHandler(REFUND_WAITS, async (tx, org, refunds) => {
  const { rules } = await readPolicy(tx, org);
  return refunds.map((money) => (isAbove(rules, { kind: 'REFUND', ...money }) ? true : null));
});

/** Whether finalizations are approved by their totals, so that these must not change before the issue. */
export const totalsAreApproved = portHandler(TOTALS_ARE_APPROVED, async (tx, org, ids) => {
  const { rules } = await readPolicy(tx, org);
  const isHeld = rules.some(({ kind }) => kind === 'FINALIZATION' || kind === 'REFUND');
  return ids.map(() => (isHeld ? true : null));
});
