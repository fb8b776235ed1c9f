/** The URL form of a server on a Unix socket, as `pg` and `psql` read it. */
export function socketUrl(connection: {
  host: string;
  port: number;
  user: string;
  database: string;
}): string {
  const { host, port, user, database } = connection;
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

/** The same server and login with another database. */
export function databaseUrl(url: string, database: string): string {
  const [, start, parameters = ''] = /^(\w+:\/\/[^/?]*)[^?]*(\?.*)?$/.exec(url) ?? [];
  if (start === undefined) throw new Error('DATABASE_URL is not a URL of PostgreSQL.');
  return `${start}/${database}${parameters}`;
}
