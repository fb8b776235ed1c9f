/** For libraries that know no other time than `Date`. */
export function legacyDate(instant: Temporal.Instant): Date {
  return new Date(instant.epochMilliseconds);
}
