import {
  type Attributes,
  type Context,
  context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** Gets its provider when traces are switched on. */
const tracer = trace.getTracer('tallymark');
let isOn = false;

/** Whether this process records traces at all; everything here costs one comparison if not. */
export function recordsTraces(): boolean {
  return isOn;
}

/** Called by the start of the process, and by tests, with a provider of spans registered or removed. */
export function switchTraces(on: boolean): void {
  isOn = on;
}

export interface SpanFacts {
  kind?: SpanKind;
  attributes?: Attributes;
  links?: Link[];
}

/** The span of the work that runs now, if its trace is recorded. */
export function currentSpan(): Span | null {
  if (!isOn) return null;
  const span = trace.getActiveSpan();
  return span?.isRecording() ? span : null;
}

/** Within a recorded trace, runs work in a span of its own; otherwise just runs it. */
export function traced<T>(
  name: string,
  facts: SpanFacts,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!currentSpan()) return work(null);
  return runIn(tracer.startSpan(name, facts), work);
}

/** Runs work in a trace of its own, with links to what caused it. Facts are computed if traces are on. */
export function tracedAlone<T>(
  name: string,
  facts: () => SpanFacts,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const span = startAlone(name, facts);
  return span ? runIn(span, work) : work(null);
}

/** The first span of a trace, which the caller ends; null while traces are off. */
export function startAlone(name: string, facts: () => SpanFacts): Span | null {
  return isOn ? tracer.startSpan(name, facts(), ROOT_CONTEXT) : null;
}

/** A span in a trace that another service may have begun; the caller ends it. */
export function startBelow(parent: Context, name: string, facts: SpanFacts): { span: Span; within: Context } {
  const span = tracer.startSpan(name, facts, parent);
  return { span, within: trace.setSpan(parent, span) };
}

/** What work does while a span is open, beyond the caller's own, belongs to it. */
export function within<T>(span: Span | null, work: () => T): T {
  return span ? context.with(trace.setSpan(ROOT_CONTEXT, span), work) : work();
}

/** To the span that is current where this is called; none if its trace is not recorded. */
export function linksToCurrent(): Link[] {
  const span = currentSpan();
  return span ? [{ context: span.spanContext() }] : NONE;
}

/** One for all, as each request that sends events asks for its links. */
const NONE: Link[] = [];

/** Ends a span; with an error, as failed. */
export function endSpan(span: Span | null, error?: unknown): void {
  if (!span) return;
  if (error !== undefined) noteError(span, error);
  span.end();
}

async function runIn<T>(span: Span, work: (span: Span | null) => Promise<T>): Promise<T> {
  try {
    const result = await context.with(trace.setSpan(context.active(), span), work, undefined, span);
    span.end();
    return result;
  } catch (error) {
    endSpan(span, error);
    throw error;
  }
}

/** The kind of an error only: messages may quote data of tenants. */
function noteError(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: unknown };
  const type = String(code ?? name ?? 'Error');
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: type });
}
