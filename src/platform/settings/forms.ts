import { isIP } from 'node:net';
import { UPGRADE_MODES } from '../db/wait-for-older.ts';
import { matching } from './read-setting.ts';

export const EMAILS = {
  parse: parseEmails,
  rule: 'must be e-mail addresses, separated by commas',
};
export const PORT_NUMBER = { parse: parsePort, rule: 'must be a port from 0 to 65535' };
export const POOL_SIZE = { parse: parsePoolSize, rule: 'must be a whole number from 2 to 500' };
export const SWITCH = { parse: parseSwitch, rule: 'must be on or off' };
export const SHUTDOWN_DELAY = {
  parse: parseDelay,
  print: (ms: number) => String(ms / 1000),
  rule: 'must be a whole number of seconds from 0 to 300',
};
export const UPGRADE = {
  parse: (text: string) => UPGRADE_MODES.find((each) => each === text),
  rule: `must be one of ${UPGRADE_MODES.join(', ')}`,
};
export const QUOTA = { parse: parseQuota, rule: 'must be a whole number from 1 to 100000000, or off' };
export const SMTP_URL = {
  parse: parseSmtpUrl,
  rule: 'must be a URL such as smtp://user:password@mail.example.com:587, or smtps://',
  isSecret: true,
};
export const PUBLIC_URL = {
  parse: parsePublicUrl,
  rule: 'must be a URL such as https://billing.example.com or https://example.com/billing',
};
export const OS_USER = matching(
  /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/,
  'must be the name of a user on this machine',
);
export const PROXIES = {
  parse: parseProxies,
  rule: 'must be IP addresses or ranges such as 10.0.0.0/8, separated by commas',
};

function parseEmails(text: string): string[] | undefined {
  const emails = text.split(',').map((email) => email.trim().toLowerCase());
  return emails.every((email) => /^[^\s@]+@[^\s@]+$/.test(email)) ? emails : undefined;
}

function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= 65_535 ? port : undefined;
}

function parsePoolSize(text: string): number | undefined {
  const size = Number(text);
  return /^\d{1,3}$/.test(text) && size >= 2 && size <= 500 ? size : undefined;
}

function parseDelay(text: string): number | undefined {
  const seconds = Number(text);
  return /^\d{1,3}$/.test(text) && seconds <= 300 ? seconds * 1000 : undefined;
}

function parseQuota(text: string): number | null | undefined {
  if (/^off$/i.test(text)) return null;
  return /^[1-9]\d{0,7}$/.test(text) || text === '100000000' ? Number(text) : undefined;
}

function parseProxies(text: string): string[] | undefined {
  const ranges = text.split(',').map((range) => range.trim());
  const isRange = (range: string) => {
    const [address = '', bits = '0', ...rest] = range.split('/');
    const max = isIP(address) === 4 ? 32 : 128;
    return rest.length === 0 && isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= max;
  };
  return ranges.every(isRange) ? ranges : undefined;
}

/** Paths are appended to it: no trailing slash, no query and no fragment. */
function parsePublicUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  // Browsers would interpret a backslash, a tab or dot segments differently.
  if (!/^[\x21-\x5b\x5d-\x7e]{1,300}$/.test(text) || /[?#@]|\/\.{1,2}(?:\/|$)/.test(text)) return undefined;
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function parseSmtpUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^smtps?:$/.test(url.protocol) || !url.hostname) return undefined;
  const isPlain = /^\/?$/.test(url.pathname) && !url.search && !url.hash;
  return isPlain && Boolean(url.username) === Boolean(url.password) ? text : undefined;
}

function parseSwitch(text: string): boolean | undefined {
  if (/^(on|true|1)$/i.test(text)) return true;
  return /^(off|false|0)$/i.test(text) ? false : undefined;
}
