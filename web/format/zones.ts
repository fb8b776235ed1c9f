/** Every IANA time zone that the browser knows, and the one that is stored. */
export function timeZones(stored: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), stored])].sort();
}
