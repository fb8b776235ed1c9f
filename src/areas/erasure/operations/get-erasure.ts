import { operation } from '#platform/http/operation.ts';
import { describeErasure } from '../describe-erasure.ts';
import { erasureNotFound } from '../problems.ts';
import { Erasure, ErasureParams } from '../schema.ts';
import { findErasure } from '../store/erasures.ts';

export const getErasure = operation({
  id: 'getErasure',
  method: 'GET',
  route: '/ext/v1/erasures/{erasure_id}',
  scope: 'org:read',
  summary: 'Get an erasure of personal data',
  description: 'Contains whether and when the search was completed, and what was erased.',
  request: { params: ErasureParams },
  response: { status: 200, body: Erasure },
  problems: [erasureNotFound],
  async handle({ tx, org }, { params }) {
    const row = await findErasure(tx, org, params.erasure_id);
    if (!row) throw erasureNotFound({ id: params.erasure_id });
    return describeErasure(row);
  },
});
