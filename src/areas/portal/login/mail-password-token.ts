import { setTimeout } from 'node:timers/promises';
import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import { countMail } from '#platform/logins/counted.ts';
import { emailKey } from '#platform/logins/email-key.ts';
import { listLogins } from '../store/logins.ts';
import { findNamedOrganization } from './find-organization.ts';
import { mailPasswordLink } from './mail-password-link.ts';
import { trierOf } from './trier.ts';

/** Longer than queueing a mail takes, so that the response time does not reveal whether a mail was sent. */
const MIN_MS = 250;

/**
 * Mails a password code to each contact with the e-mail that may log in, one per customer; without a match it
 * takes the same time and sends nothing. Raises `tooManyTries`.
 */
export async function mailPasswordTokens(
  context: AnonymousContext,
  sent: { organizationId: string; email: string; customerId?: string | undefined },
): Promise<void> {
  const { database, deployment, address, requestId, operationId, environment } = context;
  const { organizationId } = sent;
  const email = emailKey(sent.email);
  await countMail(database, trierOf({ organizationId, environment, email, address }));
  const since = performance.now();
  const org = await findNamedOrganization(context, organizationId);
  const { customerId } = sent;
  if (org) {
    const requested = { requestId, operationId, address };
    const actor = { type: 'SYSTEM', id: 'portal.password', ...requested } as const;
    await database.transaction({ orgId: org.orgId, access: 'write', actor }, async (tx) => {
      for (const login of await listLogins(tx, org, { email, customerId }))
        await mailPasswordLink({ tx, org, deployment }, { login, kind: 'RESET', requestedBy: null });
    });
  }
  await setTimeout(Math.max(0, MIN_MS - (performance.now() - since)));
}
