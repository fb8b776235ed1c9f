import { operation } from '#platform/http/operation.ts';
import { addOnNotFound } from '../problems.ts';
import { describeAddOn } from '../rules.ts';
import { AddOn, AddOnParams } from '../schema.ts';
import { findAddOn } from '../store.ts';

export const getAddOn = operation({
  id: 'getAddOn',
  method: 'GET',
  route: '/addons/{addon_id}',
  scope: 'catalog:read',
  summary: 'Get an add-on, active or archived',
  request: { params: AddOnParams },
  response: { status: 200, body: AddOn },
  problems: [addOnNotFound],
  async handle({ tx, org }, { params }) {
    const row = await findAddOn(tx, org, params.addon_id);
    if (!row) throw addOnNotFound({ id: params.addon_id });
    return describeAddOn(row);
  },
});
