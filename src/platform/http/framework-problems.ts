import { invalidRequest, malformedJson, Problem } from '../problem.ts';
import type { Operation } from './operation.ts';
import { bodyTooLarge, unsupportedMediaType } from './problems.ts';
import { DEFAULT_BODY_LIMIT } from './read-body.ts';

/**
 * Translates errors of the HTTP framework into our problems and statuses. Null when the caller is not at
 * fault.
 */
export function frameworkProblem(error: unknown, operation: Operation | null): Problem | null {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const limit = Math.round((operation?.bodyLimit ?? DEFAULT_BODY_LIMIT) / 1024);
      const { code, message, status } = bodyTooLarge({ limit });
      return new Problem(code, operation?.tooLargeStatus ?? status, { message });
    }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType();
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return malformedJson({ reason: 'is empty; send a JSON object' });
    case 'FST_ERR_BAD_URL':
      return invalidRequest({ problems: ['path: must be a valid path; percent-encode reserved characters'] });
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return invalidRequest({ problems: ['path: a parameter is too long; shorten it'] });
    default:
      return statusCode !== undefined && statusCode >= 400 && statusCode < 500
        ? invalidRequest({ problems: ['request: is not a valid HTTP request'] })
        : null;
  }
}
