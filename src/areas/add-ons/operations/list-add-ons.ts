import { operation } from '#platform/http/operation.ts';
import { describeAddOn } from '../rules.ts';
import { AddOnPage } from '../schema.ts';
import { addOnList, listAddOns as listRows } from '../store.ts';

export const listAddOns = operation({
  id: 'listAddOns',
  method: 'GET',
  route: '/addons',
  scope: 'catalog:read',
  summary: 'List add-ons',
  response: { status: 200, body: AddOnPage },
  list: addOnList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listRows(tx, org, page);
    const sortOrder = page.sort[0]?.[1] ?? 'ASC';
    return { data: rows.map(describeAddOn), nextToken, context: { pageSize: page.pageSize, sortOrder } };
  },
});
