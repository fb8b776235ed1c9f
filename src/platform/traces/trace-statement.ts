import { SpanKind } from '@opentelemetry/api';
import { traced } from './spans.ts';

/** Longer statements are cut: enough to recognize them. */
const MAX_TEXT = 2_000;

/** Within a recorded trace, a span for a statement: its text, which has placeholders, and no values. */
export function traceStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  const name = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement';
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': name,
    'db.query.text': text.slice(0, MAX_TEXT),
  };
  return traced(name, { kind: SpanKind.CLIENT, attributes }, run);
}
