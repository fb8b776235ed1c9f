import { operation } from '#platform/http/operation.ts';
import { addOnArchived, addOnNameTaken, addOnNotFound, billableNameTaken } from '../problems.ts';
import { describeAddOn, explainTakenName, readBillableName } from '../rules.ts';
import { AddOn, AddOnParams, UpdateAddOnRequest } from '../schema.ts';
import { lockAddOn, updateAddOn as updateRow } from '../store.ts';

export const updateAddOn = operation({
  id: 'updateAddOn',
  method: 'PATCH',
  route: '/addons/{addon_id}',
  scope: 'catalog:write',
  summary: 'Rename an add-on',
  description: 'Issued invoices keep the previous name.',
  request: { params: AddOnParams, body: UpdateAddOnRequest },
  response: { status: 200, body: AddOn },
  problems: [addOnNotFound, addOnArchived, addOnNameTaken, billableNameTaken],
  async handle({ tx, org, now }, { params, body }) {
    const row = await lockAddOn(tx, org, params.addon_id);
    if (!row) throw addOnNotFound({ id: params.addon_id });
    if (row.status === 'ARCHIVED') throw addOnArchived({ id: row.id });
    const set = {
      ...(body.name !== undefined && { name: body.name.trim() }),
      ...(body.billableName !== undefined && { billableName: readBillableName(body.billableName) }),
    };
    return describeAddOn(
      await updateRow(tx, org, { id: row.id, now, set }).catch((error) => {
        throw explainTakenName(error, set);
      }),
    );
  },
});
