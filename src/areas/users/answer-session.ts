import type { AnonymousContext } from '#platform/http/anonymous-context.ts';
import { HeadedResponse } from '#platform/http/headed-response.ts';
import type { LongContext } from '#platform/http/long-context.ts';
import { ApiResponse } from '#platform/http/operation.ts';
import { Text } from '#platform/http/schemas.ts';
import { browserCookie, isSecure, sessionCookie } from '#platform/http/session-cookie.ts';
import type { BegunSession } from './begin-session.ts';
import { describeSession } from './describe-session.ts';

/** Declared by operations that begin, replace or end a session. */
export const COOKIE_HEADER = { 'Set-Cookie': Text(1, 500, { description: 'The cookie of the session' }) };

/** Declared by operations that begin a login of several steps. */
export const BROWSER_COOKIE_HEADER = {
  'Set-Cookie': Text(1, 500, { description: 'The cookie that ties the steps of a login to one browser' }),
};

/** The response to the caller who has begun a login of several steps. */
export function answerWithBrowserCookie(
  { baseUrl }: Pick<AnonymousContext, 'baseUrl'>,
  { body, browser }: { body: unknown; browser: string },
): HeadedResponse {
  return new HeadedResponse(new ApiResponse(201, body), {
    'set-cookie': browserCookie(browser, isSecure(baseUrl)),
  });
}

type Answering = Pick<LongContext, 'database' | 'deployment' | 'baseUrl'>;

/** The response to the caller whose session has begun, with its cookie. */
export async function answerSession(
  context: Answering,
  begun: BegunSession,
  status: number,
): Promise<HeadedResponse> {
  const body = await describeSession(context, begun);
  return new HeadedResponse(new ApiResponse(status, body), {
    'set-cookie': cookieOf(context, begun.secret, begun.lifeMs),
  });
}

/** A response that sets or removes the cookie of the caller's session. */
export function answerWithCookie(
  context: Pick<LongContext, 'baseUrl'>,
  { status, body, secret, lifeMs }: { status: number; body: unknown; secret: string; lifeMs: number },
): HeadedResponse {
  return new HeadedResponse(new ApiResponse(status, body), {
    'set-cookie': cookieOf(context, secret, lifeMs),
  });
}

function cookieOf({ baseUrl }: Pick<LongContext, 'baseUrl'>, secret: string, lifeMs: number): string {
  return sessionCookie(secret, { isSecure: isSecure(baseUrl), lifeMs });
}
