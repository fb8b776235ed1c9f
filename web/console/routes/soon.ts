const PATIENCE_MS = 400;

/** Resolves when all have settled, or when nobody would wait for them any longer. */
export function soon(parts: readonly Promise<unknown>[]): Promise<unknown> {
  return Promise.race([
    Promise.allSettled(parts),
    new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ]);
}
