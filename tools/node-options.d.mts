/** Options for starting Node with the entry. */
export function nodeOptions(entry: string): string[];
