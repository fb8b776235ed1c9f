/**
 * What Node is started with beside the entry. Ingestion holds the events of some hundred requests for the
 * length of a transaction; in the 16 MB that new objects have otherwise they are copied again and again: a
 * sixth of the processor time of batches of 100. NODE_OPTIONS with a size of one's own wins.
 *
 * @param {string} entry
 * @returns {string[]}
 */
export function nodeOptions(entry) {
  if (!/(?:^|\/)src\/main\.ts$/.test(entry) || /semi-space-size/.test(process.env.NODE_OPTIONS ?? ''))
    return [];
  return ['--max-semi-space-size=64'];
}
