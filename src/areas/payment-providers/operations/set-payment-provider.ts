import { realNow } from '#platform/db/clock.ts';
import type { Deployment } from '#platform/deployment.ts';
import { type Context, operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { MAX_SECRETS, makeSecret, withSecret } from '#platform/outbound/signing-secrets.ts';
import { describeProvider } from '../describe.ts';
import { providerInvalid, tooManyProviderSecrets } from '../problems.ts';
import { PaymentProviderWithSecret, SetPaymentProviderRequest } from '../schema.ts';
import { lockConnection, saveConnection } from '../store.ts';

export const setPaymentProvider = operation({
  id: 'setPaymentProvider',
  method: 'PUT',
  route: '/ext/v1/payment_provider',
  scope: 'settings:write',
  summary: 'Say who collects invoices',
  description:
    'From then on a request goes out for what an invoice or an order lacks when it falls due, after the ' +
    'wallet; what was due before is asked for with POST /ext/v1/payment_requests. The answer holds the ' +
    'secret when it is new: calls to a CONNECTOR are signed with it, and so are its events. OFFLINE: what ' +
    'was asked for stays open until it is paid otherwise, and events that come late are still taken.',
  request: { body: SetPaymentProviderRequest },
  response: { status: 200, body: PaymentProviderWithSecret },
  problems: [providerInvalid, tooManyProviderSecrets],
  answersSecret: true,
  async handle(context, { body }) {
    const { tx, org, now, deployment } = context;
    checkRequest(context, body);
    const before = await lockConnection(tx, org);
    const id = before?.id ?? newId('pprov', now);
    const made = !before || body.newSecret ? makeSecret(deployment, { orgId: org.orgId, id }) : null;
    const secrets = withSecret(before?.secrets ?? [], { stored: made?.stored ?? null, at: realNow() });
    if (!secrets) throw tooManyProviderSecrets({ most: MAX_SECRETS });
    const { kind } = body;
    const row = await saveConnection(tx, {
      ...{ orgId: org.orgId, id, kind, name: body.name ?? before?.name ?? kind },
      url: kind === 'CONNECTOR' ? (body.url ?? null) : null,
      behaviour: kind === 'SIMULATED' ? (body.behaviour ?? 'SUCCEED') : null,
      secrets,
      ...{ createdAt: now, updatedAt: now },
    });
    return { ...describeProvider(row), ...(made && { secret: made.secret }) };
  },
});

function checkRequest(
  { org, deployment }: Pick<Context, 'org'> & { deployment: Pick<Deployment, 'outbound'> },
  { kind, url, behaviour }: SetPaymentProviderRequest,
): void {
  if (kind !== 'SIMULATED' && behaviour !== undefined)
    throw providerInvalid({ at: 'behaviour', rule: 'is for SIMULATED only' });
  if (kind !== 'CONNECTOR' && url !== undefined)
    throw providerInvalid({ at: 'url', rule: 'is for CONNECTOR only' });
  if (kind === 'CONNECTOR') {
    if (url === undefined) throw providerInvalid({ at: 'url', rule: 'is required for CONNECTOR' });
    const refused = deployment.outbound.refuse(url);
    if (refused) throw providerInvalid({ at: 'url', rule: refused });
  }
  if (kind === 'SIMULATED' && org.environment === 'production')
    throw providerInvalid({ at: 'kind', rule: 'SIMULATED collects nothing and is for the sandbox only' });
}
