import { queueMail } from '#areas/mails/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import type { MemberRights } from '#areas/users/index.ts';
import type { Context } from '#platform/http/operation.ts';
import { oneLine, writeMail } from '#platform/mail/write-mail.ts';
import { sayTotals } from './rules.ts';
import type { ApprovalRow } from './store/approvals.ts';

/** Queues one mail to the users who can approve a request. */
export async function mailApprovers(
  { tx, org, deployment }: Pick<Context, 'tx' | 'org' | 'deployment'>,
  { id, summary, requesterId, requesterName, totals, expiresAt }: ApprovalRow,
  approvers: readonly MemberRights[],
): Promise<void> {
  const { name, primaryEmail, timezone } = await getOrganization(tx, org);
  const isSandbox = org.environment === 'sandbox';
  const until = expiresAt.toZonedDateTimeISO(timezone).toPlainDateTime();
  const words = writeMail({
    subject: `${isSandbox ? '[Sandbox] ' : ''}Approval needed: ${oneLine(summary)}`,
    greeting: 'Hello,',
    sentences: [
      `${oneLine(requesterName)} asks for your approval at ${oneLine(name)}. Nothing happens until you or ` +
        'somebody else with the rights for it approves the request.',
    ],
    facts: [
      ['Request', oneLine(summary)],
      ['At stake', sayTotals(totals)],
      ['Expires', `${until.toString({ smallestUnit: 'minute' })} (${timezone})`],
      ['Approval', id],
    ],
    link: {
      label: 'See what would happen, and decide',
      url: `${deployment.homeUrl}/console${isSandbox ? '/sandbox' : ''}/approvals/${id}`,
    },
    signature: oneLine(name),
  });
  await queueMail(tx, org, {
    ...{ kind: 'APPROVAL', recordId: id },
    ...{ to: approvers.map(({ email }) => email), cc: [], replyTo: primaryEmail || null },
    ...{ invoiceId: null, accountId: null, alertId: null, fileId: null, requestedBy: requesterId },
    ...words,
  });
}
