import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A proxy of Debian with the configuration that is shipped, in front of a service. */
export interface ProxyProgram {
  name: string;
  program: string;
  /** The shipped configuration, for other ports, and the command that serves it. */
  prepare(place: ProxyPlace): Promise<{ args: string[]; env?: Record<string, string> }>;
}

export interface ProxyPlace {
  folder: string;
  port: number;
  servicePort: number;
}

const SHIPPED = join(import.meta.dirname, '../../packaging');

export const PROXIES: readonly ProxyProgram[] = [
  {
    name: 'nginx',
    program: '/usr/sbin/nginx',
    prepare: async ({ folder, port, servicePort }) => {
      await makeCertificate(folder);
      const shipped = await readFile(join(SHIPPED, 'nginx/tallymark.conf'), 'utf8');
      const site = shipped
        .replace('127.0.0.1:4000', `127.0.0.1:${servicePort}`)
        .replace('listen 443 ', `listen 127.0.0.1:${port} `)
        .replace('billing.example.com;', 'localhost;')
        .replaceAll('/etc/ssl/tallymark', folder);
      await writeFile(join(folder, 'site.conf'), site);
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      // One process, of whoever runs the tests.
      const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr warn;
        events {} http { access_log off; ${places.join(' ')} include ${folder}/site.conf; }`;
      await writeFile(join(folder, 'nginx.conf'), main);
      return { args: ['-p', folder, '-c', join(folder, 'nginx.conf')] };
    },
  },
  {
    name: 'Caddy',
    program: '/usr/bin/caddy',
    prepare: async ({ folder, port, servicePort }) => {
      const shipped = await readFile(join(SHIPPED, 'caddy/Caddyfile'), 'utf8');
      const site = shipped
        .replace('127.0.0.1:4000', `127.0.0.1:${servicePort}`)
        .replace('\nbilling.example.com {', `\nlocalhost:${port} {`);
      // Its own certificate, and none of the machine's ports.
      const options = '{\n admin off\n local_certs\n skip_install_trust\n auto_https disable_redirects\n}\n';
      const path = join(folder, 'Caddyfile');
      await writeFile(path, options + site);
      const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      return { args: ['run', '--adapter', 'caddyfile', '--config', path], env };
    },
  },
];

export function isInstalled({ program }: ProxyProgram): boolean {
  return existsSync(program);
}

/** Serves until `stop`. */
export async function startProxyProgram(
  { program, prepare }: ProxyProgram,
  ports: Omit<ProxyPlace, 'folder'>,
): Promise<{ stop(): Promise<void>; output(): string }> {
  const folder = await mkdtemp(join(tmpdir(), 'tallymark-proxy-'));
  const { args, env } = await prepare({ folder, ...ports });
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += String(bytes)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    output: () => said,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeCertificate(folder: string): Promise<void> {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ];
  const child = spawn('openssl', [...args, ...names, ...files], { stdio: 'ignore' });
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) throw new Error(`openssl ended with status ${status}`);
}
