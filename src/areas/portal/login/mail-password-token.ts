import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { KEPT_SECRET, queueMail } from '#areas/mails/index.ts';
import { getOrganization } from '#areas/organizations/index.ts';
import { findOrgSetting } from '#areas/settings/index.ts';
import { realNow } from '#platform/db/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AnonymousContext, Org } from '#platform/http/operation.ts';
import { oneLine, writeMail } from '#platform/mail/write-mail.ts';
import { emailKey } from '../rules.ts';
import { type Login, listLogins } from '../store/logins.ts';
import { insertPasswordToken } from '../store/password-tokens.ts';
import { countTry, mailTries } from './counted.ts';
import { findNamedOrganization } from './find-organization.ts';

/** Longer than it takes to queue a mail: who asks does not learn from the time whether there was one. */
const LEAST_MS = 250;

/**
 * Mails a way to a new password to who has the e-mail and may log in, for each customer one; to nobody when
 * there is nobody, and takes the same time. Raises `tooManyTries`.
 */
export async function mailPasswordTokens(
  context: AnonymousContext,
  sent: { organizationId: string; email: string; customerId?: string | undefined },
): Promise<void> {
  const { database, address, requestId } = context;
  await countTry(database, mailTries(address));
  const since = performance.now();
  const org = await findNamedOrganization(context, sent.organizationId);
  const { customerId } = sent;
  const email = emailKey(sent.email);
  if (org) {
    const asked = { requestId, operationId: 'requestPortalPassword', address };
    const actor = { type: 'SYSTEM', id: 'portal.password', ...asked } as const;
    await database.transaction({ orgId: org.orgId, access: 'write', actor }, async (tx) => {
      for (const login of await listLogins(tx, org, { email, customerId }))
        await mailToken({ tx, org, deployment: context.deployment }, login);
    });
  }
  await setTimeout(Math.max(0, LEAST_MS - (performance.now() - since)));
}

async function mailToken(
  { tx, org, deployment }: Pick<AnonymousContext, 'deployment'> & { tx: Tx; org: Org },
  { username, email, customerName }: Login,
): Promise<void> {
  const secret = randomBytes(32).toString('base64url');
  const token = `${org.id}.${secret}`;
  await insertPasswordToken(tx, org, { hash: hashOf(secret), username, email, now: realNow() });
  const { name, primaryEmail } = await getOrganization(tx, org);
  const page = await findOrgSetting(tx, org, 'PORTAL_PASSWORD_URL');
  const isSandbox = org.environment === 'sandbox';
  await queueMail(tx, org, {
    ...{ to: [email], cc: [], replyTo: primaryEmail },
    ...{ invoiceId: null, accountId: null, alertId: null, fileId: null, requestedBy: null },
    ...wordsOf({ isSandbox, seller: oneLine(name), customer: oneLine(customerName), page }),
    secret: { text: token, sealing: deployment.sealing },
  });
}

function wordsOf(known: { isSandbox: boolean; seller: string; customer: string; page: string | null }) {
  const { isSandbox, seller, customer, page } = known;
  return writeMail({
    subject: `${isSandbox ? '[Sandbox] ' : ''}Set your password for ${seller}`,
    greeting: 'Hello,',
    sentences: [
      `somebody asked for a new password for your login with ${seller}, for ${customer}.`,
      'With the code below it can be set once, within an hour. If it was not you, nothing has to be done.',
    ],
    facts: page === null ? [['Code', KEPT_SECRET]] : [],
    link: page === null ? null : { label: 'Set your password', url: `${page}#token=${KEPT_SECRET}` },
    signature: seller,
  });
}

/** How the secret of a token is stored: it has 256 random bits, so no slow hash is needed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
