import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { frameworkProblem } from './framework-problems.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers of every response. */
export function standardHeaders(requestId: string): Record<string, string> {
  return {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}

/** Responds to a request whose path the router could not parse; no hook or error handler has run for it. */
export function rejectUnroutable(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = frameworkProblem(error, null);
  reply
    .code(problem?.status ?? 400)
    .headers({ ...standardHeaders(request.id), 'error-code': problem?.code ?? 'INVALID_REQUEST' })
    .type(JSON_TYPE)
    .send(JSON.stringify({ message: problem?.message ?? 'request: is not valid' }));
}

/** Responds to bytes that are not an HTTP request, if the connection is still writable, and closes it. */
export function rejectUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const { status, code, message } = explain(error.code);
    const body = JSON.stringify({ message });
    const headers = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `content-type: ${JSON_TYPE}`,
      `content-length: ${body.length}`,
      `error-code: ${code}`,
      'connection: close',
    ];
    socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

function explain(code: string | undefined): { status: number; code: string; message: string } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, code: 'REQUEST_TIMEOUT', message: 'request: took too long to arrive' };
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, code: 'HEADERS_TOO_LONG', message: 'request: the headers are too long' };
    default:
      return { status: 400, code: 'INVALID_REQUEST', message: 'request: is not a valid HTTP request' };
  }
}
