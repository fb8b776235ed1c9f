/** JSON Logic with indentation; any other text as it is. */
export function prettyLogic(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
