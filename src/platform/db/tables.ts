/**
 * The columns of every table, as Kysely sees them (camelCase). Each area declares its own tables by
 * augmenting this interface in its `tables.ts`; a test compares all of them with the migrated database.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by augmentation, one area at a time
export interface Tables {}
