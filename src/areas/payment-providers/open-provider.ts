import { realNow } from '#platform/db/clock.ts';
import type { Deployment } from '#platform/deployment.ts';
import type { Org } from '#platform/http/operation.ts';
import { openKeys } from '#platform/outbound/signing-secrets.ts';
import { connector } from '#platform/payment-provider/connector.ts';
import type { PaymentProvider } from '#platform/payment-provider/provider.ts';
import { simulatedProvider } from '#platform/payment-provider/simulated.ts';
import type { ConnectionRow } from './store.ts';

/** Opens the provider of a connection; one that is OFFLINE only receives events. */
export function openProvider(
  { sealing, outbound }: Pick<Deployment, 'sealing' | 'outbound'>,
  org: Org,
  connection: ConnectionRow,
): PaymentProvider {
  const { id, secrets, url, behaviour } = connection;
  const keys = openKeys({ sealing }, { secrets, at: realNow(), orgId: org.orgId, id });
  if (behaviour !== null) return simulatedProvider({ behaviour, keys });
  const organization = { id: org.id, environment: org.environment };
  return connector({ outbound, url: url ?? '', keys, organization, now: realNow });
}
