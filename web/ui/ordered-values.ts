/** The chosen values in their order, then the others. A value that is no option any more stays. */
export function orderOf(chosen: readonly string[], options: readonly { value: string }[]): string[] {
  const others = options.map(({ value }) => value).filter((value) => !chosen.includes(value));
  return [...chosen, ...others];
}

export function toggleChosen(chosen: readonly string[], value: string): string[] {
  return chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
}

export function moveChosen(chosen: readonly string[], value: string, by: -1 | 1): readonly string[] {
  const from = chosen.indexOf(value);
  const to = from + by;
  if (from < 0 || to < 0 || to >= chosen.length) return chosen;
  const moved = chosen.filter((each) => each !== value);
  moved.splice(to, 0, value);
  return moved;
}
