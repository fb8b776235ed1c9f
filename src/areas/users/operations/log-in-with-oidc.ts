import { anonymousOperation } from '#platform/http/operation.ts';
import { answerWithCookie, COOKIE_HEADER } from '../answer-session.ts';
import { finishOidcLogin } from '../oidc/finish-oidc-login.ts';
import {
  emailUntrusted,
  identityInUse,
  noRoleForIdentity,
  oidcLoginOver,
  providerRejected,
  providerResponseInvalid,
  providerUnreachable,
} from '../problems.ts';
import { OidcResponseRequest, OidcSession } from '../schema-oidc.ts';

export const logInWithOidc = anonymousOperation({
  id: 'logInWithOidc',
  method: 'POST',
  route: '/ext/v1/sessions/oidc',
  scope: null,
  beginsSession: true,
  summary: 'Log in with the response of an identity provider',
  description:
    'In the browser in which the login began. The session is good in this organization only. The first ' +
    'login makes the person a member, each one gives it the role of its groups.',
  request: { body: OidcResponseRequest },
  response: { status: 201, body: OidcSession, headers: COOKIE_HEADER },
  problems: [
    ...[oidcLoginOver, emailUntrusted, identityInUse, noRoleForIdentity],
    ...[providerUnreachable, providerRejected, providerResponseInvalid],
  ],
  returnsSecret: true,
  async handleAnonymous(context, { body }) {
    const { begun, returnTo } = await finishOidcLogin(context, body);
    const { secret, lifeMs } = begun;
    return answerWithCookie(context, { status: 201, body: { returnTo }, secret, lifeMs });
  },
});
