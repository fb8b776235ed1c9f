/** What somebody wrote in lines, or separated by commas or semicolons; without empty parts. */
export function splitLines(text: string): string[] {
  return text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
