/** For `catch`: null instead of the error that a file or folder does not exist. */
export function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
