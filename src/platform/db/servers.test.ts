import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { Client } from './client.ts';
import { connectionOf, NoSuitableServer } from './servers.ts';

const live = new URL(inject('testServer').adminUrl.replace('@/', '@x/')).searchParams.get('host');
const user = inject('testServer').adminUrl.split('/')[2];

function urlOf(hosts: string, target: string): string {
  return `postgresql://${user}/postgres?host=${hosts}&port=5432&target_session_attrs=${target}`;
}

async function hostOf(url: string): Promise<string> {
  const client = new Client(connectionOf(url));
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select 1 as one');
  await client.end();
  expect(rows).toEqual([{ one: 1 }]);
  return client.host;
}

describe('a URL of several servers', () => {
  it('has a port for each of them', async () => {
    // The same folder twice: nobody listens under the first port.
    const url = urlOf(`${live},${live}`, 'any').replace('port=5432', 'port=1,5432');
    expect(await hostOf(url)).toBe(live);
  });

  it.each(['any', 'read-write', 'primary', 'prefer-standby'])('finds the one that is %s', async (target) => {
    expect(await hostOf(urlOf(`/nowhere,${live}`, target))).toBe(live);
  });

  it.each(['read-only', 'standby'])('finds none that is %s', async (target) => {
    await expect(hostOf(urlOf(`/nowhere,${live}`, target))).rejects.toThrow(NoSuitableServer);
  });

  it('has a server for each host and port, with what else it says', async () => {
    const { servers, ...first } = connectionOf(
      'postgresql://u:p@a:1,b:2,c/d?ssl=false&target_session_attrs=any',
    );
    expect(first).toEqual({ connectionString: 'postgresql://u:p@a:1/d?ssl=false' });
    expect(servers).toBeDefined();
    const reached = new pg.Client(first);
    expect([reached.host, reached.port, reached.database]).toEqual(['a', 1, 'd']);
    await expect(servers?.current()).rejects.toThrow(
      /a:1 accepts no connection .*; b:2 accepts no connection .*; c:5432 accepts no connection /,
    );
  });

  it('is an ordinary one with a single server', () => {
    const url = 'postgresql://u:p@a:1/d?query_timeout=300';
    expect(connectionOf(url)).toEqual({ connectionString: url });
  });

  it.each([
    [
      'postgresql://a,b/d?target_session_attrs=writable',
      'target_session_attrs must be one of any, read-write',
    ],
    ['postgresql:///d?host=/a,/b,/c&port=1,2', 'port must name one port, or one for each host'],
  ])('%s is refused', (url, sentence) => {
    expect(() => connectionOf(url)).toThrow(sentence);
  });
});
