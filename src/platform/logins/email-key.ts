/** Normalizes e-mail addresses for storage and comparison: NFC, lower case. */
export function emailKey(sent: string): string {
  return sent.normalize('NFC').toLowerCase();
}
