import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { PROVIDERS_IN_USE } from '../ports.ts';
import { providerInUse, providerIsDefault, providerNotFound } from '../problems.ts';
import { PaymentProviderParams } from '../schema.ts';
import { deleteConnection, lockConnections } from '../store.ts';

export const deletePaymentProvider = operation({
  id: 'deletePaymentProvider',
  method: 'DELETE',
  route: '/ext/v1/payment_providers/{payment_provider_id}',
  scope: 'settings:write',
  summary: 'Delete a payment provider that never got a request',
  description:
    'A provider with requests cannot be deleted, because open, late and refunded requests need it: set it ' +
    'to OFFLINE without countries instead. The default cannot be deleted either.',
  request: { params: PaymentProviderParams },
  response: { status: 200, body: Success },
  problems: [providerNotFound, providerIsDefault, providerInUse],
  deletes: 'payment_provider',
  async handle({ tx, org, deployment }, { params: { payment_provider_id: id } }) {
    const connection = (await lockConnections(tx, org)).find((each) => each.id === id);
    if (!connection) throw providerNotFound({ id });
    if (connection.isDefault) throw providerIsDefault({ id });
    // A concurrent request waits for the lock and then finds another provider.
    const [isInUse] = await deployment.callPort(PROVIDERS_IN_USE, { tx, org }, [id]);
    if (isInUse) throw providerInUse({ id });
    await deleteConnection(tx, org, id);
    return { success: true };
  },
});
