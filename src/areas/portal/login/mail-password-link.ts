import { KEPT_SECRET, queueMail } from '#areas/mails/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findOrgSetting } from '#areas/settings/index.ts';
import { realNow } from '#platform/db/clock.ts';
import type { Context } from '#platform/http/operation.ts';
import { hashOf, newSecret } from '#platform/logins/secrets.ts';
import { oneLine, writeMail } from '#platform/mail/write-mail.ts';
import type { Login } from '../store/logins.ts';
import { insertPasswordToken } from '../store/password-tokens.ts';

/** Requested by the contact, or sent by the organization to a contact without a password. */
type Kind = 'RESET' | 'INVITATION';
const LIFE = { RESET: { hours: 1 }, INVITATION: { hours: 7 * 24 } } as const;

interface Way {
  login: Login;
  kind: Kind;
  /** The requesting credential. */
  requestedBy: string | null;
}

/**
 * Mails a contact a code that sets its password once. The stored text omits the code, which is stored sealed.
 */
export async function mailPasswordLink(
  { tx, org, deployment }: Pick<Context, 'tx' | 'org' | 'deployment'>,
  { login: { username, email, customerName }, kind, requestedBy }: Way,
): Promise<{ mailId: string; expiresAt: Temporal.Instant }> {
  const secret = newSecret();
  const token = `${org.id}.${secret}`;
  const expiresAt = realNow().add(LIFE[kind]);
  await insertPasswordToken(tx, org, { hash: hashOf(secret), username, email, expiresAt });
  const { name, primaryEmail } = await getOrganization(tx, org);
  const page = await findOrgSetting(tx, org, 'PORTAL_PASSWORD_URL');
  const isSandbox = org.environment === 'sandbox';
  const known = { isSandbox, seller: oneLine(name), customer: oneLine(customerName), page };
  const { id: mailId } = await queueMail(tx, org, {
    kind: 'PORTAL_PASSWORD',
    ...{ to: [email], cc: [], replyTo: primaryEmail, requestedBy },
    ...{ invoiceId: null, accountId: null, alertId: null, fileId: null },
    ...wordsOf(kind, known),
    secret: { text: token, sealing: deployment.sealing },
  });
  return { mailId, expiresAt };
}

interface Known {
  isSandbox: boolean;
  seller: string;
  customer: string;
  page: string | null;
}

function wordsOf(kind: Kind, known: Known) {
  const { isSandbox, seller, page } = known;
  return writeMail({
    subject: `${isSandbox ? '[Sandbox] ' : ''}Set your password for ${seller}`,
    greeting: 'Hello,',
    sentences: sentencesOf(kind, known),
    facts: page === null ? [['Code', KEPT_SECRET]] : [],
    link: page === null ? null : { label: 'Set your password', url: `${page}#token=${KEPT_SECRET}` },
    signature: seller,
  });
}

function sentencesOf(kind: Kind, { seller, customer }: Known): string[] {
  switch (kind) {
    case 'RESET':
      return [
        `we received a request for a new password for your login with ${seller}, for ${customer}.`,
        'You can use the code below once, within an hour, to set it. If you did not request it, you ' +
          'can ignore this mail.',
      ];
    case 'INVITATION':
      return [
        `${seller} invites you to its customer portal, where you see the accounts of ${customer}.`,
        'You can use the code below once, within seven days, to set your password.',
      ];
    default:
      return kind satisfies never;
  }
}
