/** For libraries that accept only `Date`. */
export function legacyDate(instant: Temporal.Instant): Date {
  return new Date(instant.epochMilliseconds);
}
