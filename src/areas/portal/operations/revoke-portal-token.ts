import { realNow } from '#platform/db/clock.ts';
import { operation } from '#platform/http/operation.ts';
import { Success } from '#platform/http/schemas.ts';
import { portalTokenNotFound } from '../problems.ts';
import { PortalTokenParams } from '../schema.ts';
import { revokePortalToken as revokeRow } from '../store/tokens.ts';

export const revokePortalToken = operation({
  id: 'revokePortalToken',
  method: 'DELETE',
  route: '/ext/v1/portal/tokens/{jti}',
  scope: 'portal:write',
  summary: 'Revoke a portal token',
  description: 'Irreversible; the API rejects the token within a second.',
  request: { params: PortalTokenParams },
  response: { status: 200, body: Success },
  problems: [portalTokenNotFound],
  async handle({ tx, org }, { params }) {
    const isKnown = await revokeRow(tx, org, { jti: params.jti, at: realNow() });
    if (!isKnown) throw portalTokenNotFound({ id: params.jti });
    return { success: true };
  },
});
