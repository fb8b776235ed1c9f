/**
 * Runs in a page before anything of its own. `globalThis.rest()` resolves when the page has nothing to do at
 * once: no request without a response, no short timer, nothing to draw; or after a second of such work.
 * Returns whether it has a heading.
 *
 * Also notes which requests a screen of the console sends before it shows anything: its first content is its
 * heading.
 */
{
  /** Pauses while somebody types, and those between two steps of drawing; a page polls less often. */
  const SHORT_MS = 450;
  const LIMIT_MS = 1000;
  const { setTimeout: begin, clearTimeout: end, fetch: send } = globalThis;
  const timers = new Set();
  let requests = 0;
  /** Requests that were sent before the screen had a heading: `GET /sandbox/invoices`. */
  globalThis.sentFirst = [];
  /** The heading of the screen that was left, which stays until another is drawn. */
  let leftHeading = null;
  globalThis.leaveScreen = () => {
    globalThis.sentFirst = [];
    leftHeading = document.querySelector('main h1');
  };
  const hasContent = () => {
    const heading = document.querySelector('main h1');
    return heading !== null && heading !== leftHeading;
  };

  globalThis.setTimeout = (callback, delay = 0, ...values) => {
    if (typeof callback !== 'function' || delay > SHORT_MS) return begin(callback, delay, ...values);
    const timer = begin(() => {
      timers.delete(timer);
      callback(...values);
    }, delay);
    timers.add(timer);
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    timers.delete(timer);
    end(timer);
  };
  globalThis.fetch = async (...request) => {
    requests++;
    const [url, { method = 'GET', body } = {}] = request;
    const { pathname, search } = new URL(url, location);
    if (!hasContent()) globalThis.sentFirst.push(`${method} ${pathname}${search} ${body ?? ''}`.trim());
    try {
      return await send(...request);
    } finally {
      requests--;
    }
  };

  const isBusy = () => requests > 0 || timers.size > 0;
  const pause = () => new Promise((resolve) => begin(resolve, 5));
  /** After what the next frame draws, and every task that this leaves. */
  const drawn = () =>
    new Promise((resolve) =>
      requestAnimationFrame(() => scheduler.postTask(resolve, { priority: 'background' })),
    );

  globalThis.rest = async () => {
    const last = performance.now() + LIMIT_MS;
    do {
      while (isBusy() && performance.now() < last) await pause();
      await drawn();
    } while (isBusy() && performance.now() < last);
    return document.querySelector('h1') !== null;
  };
}
