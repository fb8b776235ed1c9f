import { anonymousOperation } from '#platform/http/operation.ts';
import { answerWithBrowserCookie, BROWSER_COOKIE_HEADER } from '../answer-session.ts';
import { beginPasskeyLogin } from '../passkeys/log-in-with-passkey.ts';
import { passkeysUnavailable } from '../problems.ts';
import { PasskeyOptions } from '../schema-passkeys.ts';

export const createPasskeyLogin = anonymousOperation({
  id: 'createPasskeyLogin',
  method: 'POST',
  route: '/ext/v1/sessions/passkey_options',
  scope: null,
  beginsSession: true,
  summary: 'Begin a login with a passkey',
  description:
    'Needs no credential, but the header `Tallymark-Session: 1`. The response is for the authenticator, ' +
    'also while the e-mail is being typed (`mediation: "conditional"`); it is the same for everybody. ' +
    '`POST /ext/v1/sessions/passkey` takes the response of the authenticator within 5 minutes.',
  response: { status: 201, body: PasskeyOptions, headers: BROWSER_COOKIE_HEADER },
  problems: [passkeysUnavailable],
  returnsSecret: true,
  async handleAnonymous(context) {
    const { options, browser } = await beginPasskeyLogin(context);
    return answerWithBrowserCookie(context, { body: { options }, browser });
  },
});
