import { KEPT_SECRET, queueMail } from '#areas/mails/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { realNow } from '#platform/db/clock.ts';
import type { Context } from '#platform/http/operation.ts';
import { countInvitation, subjectOf } from '#platform/logins/counted.ts';
import { hashOf, newSecret } from '#platform/logins/secrets.ts';
import { oneLine, writeMail } from '#platform/mail/write-mail.ts';
import { describeRole } from './describe-role.ts';
import { linkToken } from './rules.ts';
import type { InvitationRow } from './store/invitations.ts';

const LIFE = { hours: 7 * 24 };

/** A new link of an invitation; only its hash is stored. */
export function newLink(): { secret: string; tokenHash: string; expiresAt: Temporal.Instant } {
  const secret = newSecret();
  return { secret, tokenHash: hashOf(secret), expiresAt: realNow().add(LIFE) };
}

type Inviting = Pick<Context, 'tx' | 'org' | 'actor' | 'deployment'>;

/**
 * Mails the link of an invitation. Without a mail server, it is also shown to the operator at the terminal.
 * Raises `tooManyTries`.
 */
export async function mailInvitation(
  { tx, org, actor, deployment }: Inviting,
  invitation: InvitationRow,
  secret: string,
): Promise<void> {
  const { email } = invitation;
  await countInvitation(tx, subjectOf(['user', org.environment, org.id, email]));
  const { name, primaryEmail } = await getOrganization(tx, org);
  const token = linkToken(org, secret);
  const url = `${deployment.homeUrl}/console/invitation#token=`;
  const isSandbox = org.environment === 'sandbox';
  const words = writeMail({
    subject: `${isSandbox ? '[Sandbox] ' : ''}Join ${oneLine(name)}`,
    greeting: 'Hello,',
    sentences: [
      `${oneLine(actor.user?.name ?? name)} invites you to ${oneLine(name)}, with the role ` +
        `${describeRole(invitation).roleName}.`,
      'The link below is good once, within seven days.',
    ],
    facts: [],
    link: { label: 'Accept the invitation', url: url + KEPT_SECRET },
    signature: oneLine(name),
  });
  await queueMail(tx, org, {
    kind: 'INVITATION',
    ...{ to: [email], cc: [], replyTo: primaryEmail || null, requestedBy: actor.credentialId },
    ...{ invoiceId: null, accountId: null, alertId: null, fileId: null },
    ...words,
    secret: { text: token, sealing: deployment.sealing },
  });
  if (deployment.mailer.transportOf(org.environment) === 'CAPTURE')
    deployment.notifyOperator(`Invitation of ${email} to ${org.id}: ${url}${token}`);
}
