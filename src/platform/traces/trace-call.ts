import { context, propagation, type Span, SpanKind } from '@opentelemetry/api';
import { currentSpan, traced } from './spans.ts';

interface Call {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Within a recorded trace, a span for a request to another service, which gets `traceparent`. */
export function traceCall<T extends { status: number | null }>(
  { method, url, headers }: Call,
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (!currentSpan()) return send(headers);
  const target = new URL(url);
  const attributes = {
    'http.request.method': method,
    // Paths and queries of other services may have secrets.
    'server.address': target.hostname,
    'server.port': Number(target.port) || (target.protocol === 'https:' ? 443 : 80),
  };
  return traced(method, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const result = await send(span ? withTrace(headers) : headers);
    if (span) noteResult(span, result.status);
    return result;
  });
}

function withTrace(headers: Readonly<Record<string, string>>): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return { ...headers, ...carrier };
}

function noteResult(span: Span, status: number | null): void {
  if (status === null) span.setAttribute('error.type', 'no response');
  else span.setAttribute('http.response.status_code', status);
}
