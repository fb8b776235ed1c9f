/** The change that an event makes to a name of a named licence. */
export interface NameMark {
  at: Temporal.Instant;
  action: 'OPEN' | 'CLOSE';
}

/** A name counts in `[from, until)`; if both are the same instant, in the window that contains it. */
export interface NameSpan {
  from: Temporal.Instant;
  /** Null: open. */
  until: Temporal.Instant | null;
}

/**
 * The spans of one name that result from its marks (`metering-pricing.md` 12.3), in whatever order and
 * however often they arrive: opening an open name and closing a closed one change nothing. If both occur at
 * one instant, the effective one comes first: an open name is closed and reopened, a closed one counts for
 * that instant. `before` is the span that is open, or ends, at the first mark.
 */
export function replayMarks(marks: readonly NameMark[], before: NameSpan | null = null): NameSpan[] {
  const spans: NameSpan[] = [];
  let open: Temporal.Instant | null = before?.from ?? null;
  for (const { at, opens, closes } of byInstant(marks)) {
    const wasOpen = open !== null;
    if (wasOpen && closes) open = endSpan(spans, open as Temporal.Instant, at);
    if (opens && open === null) open = at;
    if (!wasOpen && closes && open !== null) open = endSpan(spans, open, at);
  }
  if (open !== null) spans.push({ from: open, until: null });
  return spans;
}

/** Whether a name counts in `[from, until)`. */
export function isActiveIn(span: NameSpan, from: Temporal.Instant, until: Temporal.Instant): boolean {
  const { compare } = Temporal.Instant;
  if (compare(span.from, until) >= 0) return false;
  if (span.until === null || compare(span.until, from) > 0) return true;
  return span.until.equals(span.from) && span.from.equals(from);
}

interface InstantMarks {
  at: Temporal.Instant;
  opens: boolean;
  closes: boolean;
}

function byInstant(marks: readonly NameMark[]): InstantMarks[] {
  const instants: InstantMarks[] = [];
  for (const { at, action } of marks.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))) {
    const last = instants.at(-1);
    const same = last?.at.equals(at) ? last : { at, opens: false, closes: false };
    if (same !== last) instants.push(same);
    if (action === 'OPEN') same.opens = true;
    else same.closes = true;
  }
  return instants;
}

function endSpan(spans: NameSpan[], from: Temporal.Instant, until: Temporal.Instant): null {
  spans.push({ from, until });
  return null;
}
