import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { addOnInUse, addOnNotFound } from '../problems.ts';
import { AddOnParams } from '../schema.ts';
import { isAddOnPriced, lockAddOn, updateAddOn } from '../store.ts';

export const archiveAddOn = operation({
  id: 'archiveAddOn',
  method: 'DELETE',
  route: '/addons/{addon_id}',
  scope: 'catalog:write',
  summary: 'Archive an add-on',
  description: 'Irreversible: an archived add-on cannot be priced again. Archiving is idempotent.',
  request: { params: AddOnParams },
  response: { status: 200, body: Success },
  problems: [addOnNotFound, addOnInUse],
  deletes: 'add_on',
  async handle({ tx, org, now }, { params }) {
    const row = await lockAddOn(tx, org, params.addon_id);
    if (!row) throw addOnNotFound({ id: params.addon_id });
    if (row.status === 'ACTIVE') {
      if (await isAddOnPriced(tx, org, { id: row.id, now })) throw addOnInUse({ id: row.id });
      await updateAddOn(tx, org, { id: row.id, now, set: { status: 'ARCHIVED' } });
    }
    return { success: true };
  },
});
