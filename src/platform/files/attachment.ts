/**
 * A header value that makes browsers save a file instead of displaying it. Special characters of the name are
 * replaced.
 */
export function attachment(name: string): string {
  return `attachment; filename="${name.replace(/[^A-Za-z0-9._-]/g, '_')}"`;
}
