import { MASTER_KEY_BYTES, type MasterKey, type MasterKeys, masterKey } from '../master-key.ts';
import { matching, type ReadSetting } from './read-setting.ts';
import { readSecretFile } from './secret-file.ts';

const RULE =
  `must be ${MASTER_KEY_BYTES} random bytes in base64 or hex, ` + 'for example from: openssl rand -base64 32';
const PATH = matching(/\S/, 'must be a file');

/** Each key is in a variable or in a file, which others must not be able to read. */
export function readMasterKeys(read: ReadSetting, wrong: string[]): MasterKeys {
  const [current, next] = [readOne('MASTER_KEY'), readOne('MASTER_KEY_NEXT')];
  if (next && !current && !wrong.some((sentence) => sentence.startsWith('MASTER_KEY')))
    wrong.push('MASTER_KEY must also be set, because a rotation replaces it with MASTER_KEY_NEXT');
  if (next && next.id === current?.id) wrong.push('MASTER_KEY_NEXT must differ from MASTER_KEY');
  return { current, next };

  function readOne(name: string): MasterKey | null {
    const key = read(name, null, { parse: parseKey, rule: RULE, isSecret: true });
    const path = read(`${name}_FILE`, null, PATH);
    if (key && path) wrong.push(`${name} and ${name}_FILE must not both be set`);
    if (path === null) return key;
    const found = readSecretFile(path, { parse: (text) => parseKey(text.trim()), rule: RULE });
    if (typeof found !== 'string') return found;
    wrong.push(`${name}_FILE ${path} ${found}`);
    return null;
  }
}

function parseKey(text: string): MasterKey | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text)
    ? Buffer.from(text, 'hex')
    : Buffer.from(/^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? text : '', 'base64');
  return bytes.length === MASTER_KEY_BYTES ? masterKey(bytes) : undefined;
}
