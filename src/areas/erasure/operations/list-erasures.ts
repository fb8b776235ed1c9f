import { operation } from '#platform/http/operation.ts';
import { describeErasure } from '../describe-erasure.ts';
import { ErasurePage } from '../schema.ts';
import { erasureList, listErasureRows } from '../store/erasures.ts';

export const listErasures = operation({
  id: 'listErasures',
  method: 'GET',
  route: '/ext/v1/erasures',
  scope: 'org:read',
  summary: 'List erasures of personal data',
  description: 'Lists erasures of customers and contacts, newest first; they are kept as evidence.',
  response: { status: 200, body: ErasurePage },
  list: erasureList,
  async handle({ tx, org }, { page }) {
    const { rows, nextToken } = await listErasureRows(tx, org, page);
    return { data: rows.map(describeErasure), nextToken };
  },
});
