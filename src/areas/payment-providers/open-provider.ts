import { realNow } from '#platform/db/clock.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { SignedMessage } from '#platform/outbound/signed-message.ts';
import { openKeys } from '#platform/outbound/signing-secrets.ts';
import { connector } from '#platform/payment-provider/connector.ts';
import { readEvent } from '#platform/payment-provider/messages.ts';
import type { PaymentProvider, ProviderEvent } from '#platform/payment-provider/provider.ts';
import { simulatedProvider } from '#platform/payment-provider/simulated.ts';
import type { ConnectionRow } from './store.ts';

/** Opens the provider of a connection; one that is OFFLINE has none to call. */
export function openProvider(
  { sealing, outbound }: Pick<Deployment, 'sealing'> & { outbound: Outbound },
  org: Org,
  connection: ConnectionRow,
): PaymentProvider {
  const { url, behaviour } = connection;
  if (behaviour !== null) return simulatedProvider(behaviour);
  const organization = { id: org.id, environment: org.environment };
  const keys = keysOf({ sealing }, org, connection);
  return connector({ outbound, url: url ?? '', keys, organization, now: realNow });
}

/** A verified event from the provider of a connection; null if its signature or its timestamp is invalid. */
export function readProviderEvent(
  deployment: Pick<Deployment, 'sealing'>,
  org: Org,
  { connection, sent }: { connection: ConnectionRow; sent: SignedMessage },
): ProviderEvent | null {
  return readEvent(sent, { keys: keysOf(deployment, org, connection), at: realNow() });
}

function keysOf(deployment: Pick<Deployment, 'sealing'>, org: Org, { id, secrets }: ConnectionRow): Buffer[] {
  return openKeys(deployment, { secrets, at: realNow(), orgId: org.orgId, id });
}
