/** The same server and login with another database. */
export function databaseUrl(url: string, database: string): string {
  const [, start, parameters = ''] = /^(\w+:\/\/[^/?]*)[^?]*(\?.*)?$/.exec(url) ?? [];
  if (start === undefined) throw new Error('DATABASE_URL is not a URL of PostgreSQL.');
  return `${start}/${database}${parameters}`;
}
