/** Ends a start: what cannot be used, which names the setting to change, before the system's message. */
export function failStart(what: string, error: unknown): never {
  throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}
