import { operation } from '#platform/http/operation.ts';
import { newId } from '#platform/ids.ts';
import { addOnNameTaken, billableNameTaken } from '../problems.ts';
import { describeAddOn, explainTakenName, readBillableName } from '../rules.ts';
import { AddOn, CreateAddOnRequest } from '../schema.ts';
import { insertAddOn } from '../store.ts';

export const createAddOn = operation({
  id: 'createAddOn',
  method: 'POST',
  route: '/addons',
  scope: 'catalog:write',
  summary: 'Create an add-on',
  request: { body: CreateAddOnRequest },
  response: { status: 200, body: AddOn },
  problems: [addOnNameTaken, billableNameTaken],
  async handle({ tx, org, now }, { body }) {
    const row = {
      orgId: org.orgId,
      id: newId('addon', now),
      name: body.name.trim(),
      type: body.type,
      billableName: readBillableName(body.billableName),
      status: 'ACTIVE',
      createdAt: now,
      updatedAt: now,
    } as const;
    return describeAddOn(
      await insertAddOn(tx, row).catch((error) => {
        throw explainTakenName(error, row);
      }),
    );
  },
});
