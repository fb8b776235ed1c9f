/** The due work that does one entry of a migration. */
export const MIGRATE_ACCOUNT = 'plan_migrations.account';
