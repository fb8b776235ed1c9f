/** As the service demands; it rejects common passwords as well. */
const SHORTEST_PASSWORD = 12;

/** Whether a text may be an e-mail address; the service looks closer. */
export function isEmail(text: string): boolean {
  return /^\S+@\S+$/.test(text.trim());
}

/** Counted in characters, as the service counts. */
export function isLongPassword(password: string): boolean {
  return [...password].length >= SHORTEST_PASSWORD;
}
