/** What Node is started with beside the entry. */
export function nodeOptions(entry: string): string[];
