import { anonymousOperation } from '#platform/http/operation.ts';
import { answerWithBrowserCookie, BROWSER_COOKIE_HEADER } from '../answer-session.ts';
import { beginOidcLogin } from '../oidc/begin-oidc-login.ts';
import {
  providerNotFound,
  providerRejected,
  providerResponseInvalid,
  providerUnreachable,
  returnToInvalid,
} from '../problems.ts';
import { OidcLogin, OidcLoginRequest } from '../schema-oidc.ts';

export const createOidcLogin = anonymousOperation({
  id: 'createOidcLogin',
  method: 'POST',
  route: '/ext/v1/sessions/oidc_options',
  scope: null,
  beginsSession: true,
  summary: 'Begin a login with the identity provider of an organization',
  description:
    'Needs no credential, but the header `Tallymark-Session: 1`. The browser goes to the URL, and comes ' +
    'back to the console within 10 minutes.',
  request: { body: OidcLoginRequest },
  response: { status: 201, body: OidcLogin, headers: BROWSER_COOKIE_HEADER },
  problems: [
    ...[providerNotFound, returnToInvalid],
    ...[providerUnreachable, providerRejected, providerResponseInvalid],
  ],
  returnsSecret: true,
  async handleAnonymous(context, { body }) {
    const { url, browser } = await beginOidcLogin(context, body);
    return answerWithBrowserCookie(context, { body: { url }, browser });
  },
});
