import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { PROVIDERS_ASKED } from '../asked.ts';
import { providerAsked, providerIsDefault, providerNotFound } from '../problems.ts';
import { PaymentProviderParams } from '../schema.ts';
import { deleteConnection, lockConnections } from '../store.ts';

export const deletePaymentProvider = operation({
  id: 'deletePaymentProvider',
  method: 'DELETE',
  route: '/ext/v1/payment_providers/{payment_provider_id}',
  scope: 'settings:write',
  summary: 'Delete a payment provider that was never asked for anything',
  description:
    'One that was asked stays, so that what is open, late or to be given back finds it: make it OFFLINE ' +
    'without countries. The default stays too.',
  request: { params: PaymentProviderParams },
  response: { status: 200, body: Success },
  problems: [providerNotFound, providerIsDefault, providerAsked],
  async handle({ tx, org, deployment }, { params: { payment_provider_id: id } }) {
    const connection = (await lockConnections(tx, org)).find((each) => each.id === id);
    if (!connection) throw providerNotFound({ id });
    if (connection.isDefault) throw providerIsDefault({ id });
    // Who is about to ask it waits for the lock, and then finds another one.
    const [wasAsked] = await deployment.ask(PROVIDERS_ASKED, { tx, org }, [id]);
    if (wasAsked) throw providerAsked({ id });
    await deleteConnection(tx, org, id);
    return { success: true };
  },
});
