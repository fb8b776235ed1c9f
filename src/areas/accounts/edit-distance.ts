/**
 * How many characters to insert, remove or replace, or pairs of neighbours to exchange, so that one text
 * becomes the other; `limit + 1` if it is more than `limit`.
 */
export function editDistance(one: string, other: string, limit: number): number {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let [before, last]: number[][] = [[], b.concat('').map((_, j) => j)];
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, wanted] of b.entries()) {
      const replaced = (last?.[j] ?? 0) + (letter === wanted ? 0 : 1);
      const exchanged =
        i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === wanted ? (before?.[j - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, exchanged, (last?.[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    [before, last] = [last, next];
  }
  return Math.min(last?.at(-1) ?? 0, limit + 1);
}
