/** The result of an iterator, without yielding the event loop between its steps. */
export function runAtOnce<T>(work: Iterator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
