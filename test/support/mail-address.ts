/** A valid mail address of the given length: 64 characters before the @, then labels of 63. */
export function mailAddressOf(length: number): string {
  const domain = Array.from({ length: length - 65 }, (_, i) => (i % 64 === 63 ? '.' : 'd')).join('');
  return `${'e'.repeat(64)}@${domain}`;
}
