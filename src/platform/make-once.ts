/** Makes a value on the first call and keeps it; after a failure, the next call tries again. */
export function makeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= make().catch((error) => {
      making = undefined;
      throw error;
    });
    return making;
  };
}
