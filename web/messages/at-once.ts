/**
 * A promise that `use` reads at once when it has resolved. Of another, React learns that only after it has
 * shown what stands in for the screen, and it shows the screen 300 ms later.
 */
export function atOnce<T>(promise: Promise<T>): Promise<T> {
  void promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => undefined,
  );
  return promise;
}
