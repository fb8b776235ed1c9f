/** Has a browser save a file and not show it. Names reach this header: what is not plain is replaced. */
export function attachment(name: string): string {
  return `attachment; filename="${name.replace(/[^A-Za-z0-9._-]/g, '_')}"`;
}
