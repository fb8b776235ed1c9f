/**
 * Caches values derived from texts; clears the cache once the total length of its texts exceeds the limit.
 */
export function boundedCache<V extends object>(maxCharacters: number): (key: string, make: () => V) => V {
  const entries = new Map<string, V>();
  let characters = 0;
  return (key, make) => {
    const found = entries.get(key);
    if (found) return found;
    const made = make();
    entries.set(key, made);
    characters += key.length;
    for (const oldest of entries.keys()) {
      if (characters <= maxCharacters || entries.size === 1) break;
      entries.delete(oldest);
      characters -= oldest.length;
    }
    return made;
  };
}
