import { chown, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { type Account, chooseAmong, chooseServerAccount, giveTo, parseAccounts } from './embedded-account.ts';

const isRoot = process.getuid?.() === 0;

test.each([
  // line of /etc/passwd                                   uid         gid
  ['postgres:x:101:104:PostgreSQL,,,:/var/lib:/bin/bash', 101, 104],
  ['nobody:*:-2:-2:Unprivileged User:/var/empty:/bin/false', 4294967294, 4294967294], // macOS
])('%s', (line, uid, gid) => {
  expect(parseAccounts(`# a comment\n${line}\n`)).toEqual([{ name: line.split(':')[0], uid, gid }]);
});

describe('when root starts it, the server runs as', () => {
  const users: Account[] = [
    { name: 'root', uid: 0, gid: 0 },
    { name: 'postgres', uid: 101, gid: 104 },
    { name: 'tallymark', uid: 102, gid: 105 },
    { name: 'alice', uid: 1000, gid: 1000 },
    { name: 'nobody', uid: 65534, gid: 65534 },
  ];
  const machine = (names: string) => (nameOrUid: string | number) =>
    Promise.resolve(
      users.find(
        ({ name, uid }) => names.split(' ').includes(name) && (name === nameOrUid || uid === nameOrUid),
      ) ?? null,
    );
  const [none, all] = [undefined, 'root postgres tallymark alice nobody'];

  it.each([
    // set       users of the machine    cluster  folder  chosen
    [null, all, none, 0, 'tallymark'],
    [null, 'root postgres nobody', none, 0, 'postgres'],
    [null, 'root nobody', none, 0, 'nobody'],
    [null, all, none, 1000, 'alice'], //                  its folder says who it is for
    [null, all, 101, 1000, 'postgres'], //                a cluster stays with its owner
    [null, all, 65534, 0, 'tallymark'], //                but not with nobody
    [null, all, 65534, 65534, 'tallymark'],
    [null, 'root nobody', 65534, 0, 'nobody'],
    [null, all, 0, 0, 'tallymark'], //                    as after a restore by hand
    [null, all, 4711, 4711, 'tallymark'], //              a user that was deleted
    ['alice', all, 101, 0, 'alice'],
    ['nobody', all, 101, 0, 'nobody'],
  ])('set to %s, of %s, cluster of %s, folder of %s: %s', async (wanted, names, cluster, folder, chosen) => {
    const account = await chooseAmong({ wanted, owners: [cluster, folder] }, machine(names));
    expect(account.name).toBe(chosen);
  });

  it.each([
    ['bob', 'DATABASE_OS_USER is bob, but this machine has no such user'],
    ['root', 'PostgreSQL does not run as root'],
  ])('not %s', async (wanted, sentence) => {
    await expect(chooseAmong({ wanted, owners: [] }, machine(all))).rejects.toThrow(sentence);
  });

  it('nobody else where there is nobody', async () => {
    const choice = chooseAmong({ wanted: null, owners: [0] }, machine('root'));
    await expect(choice).rejects.toThrow(/no user named tallymark, postgres or nobody/);
  });
});

it.runIf(isRoot)('a server that has to run as nobody is warned of', async () => {
  const warnings: string[] = [];
  const directory = { path: '/data/pg', owner: null, parentOwner: { uid: 0 } };
  const warn = (message: string) => void warnings.push(message);
  const account = await chooseServerAccount({ directory, wanted: 'nobody', warn });
  expect(account?.name).toBe('nobody');
  expect(warnings.join()).toMatch(/every other program that runs as nobody.*DATABASE_OS_USER/);
});

it.runIf(!isRoot)('only root starts it as another user', async () => {
  const directory = { path: '/data/pg', owner: null, parentOwner: { uid: process.getuid?.() ?? 0 } };
  const choice = chooseServerAccount({ directory, wanted: 'root', warn: console.error });
  await expect(choice).rejects.toThrow('only root can start the database as another user');
});

describe.runIf(isRoot)('a tree that is given away', () => {
  const account = { name: 'new', uid: 54_321, gid: 54_322 };
  let folder: string;
  let outside: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallymark-test-'));
    outside = await mkdtemp(join(tmpdir(), 'tallymark-test-'));
    await mkdir(join(folder, 'base/1'), { recursive: true });
    await writeFile(join(folder, 'base/1/a'), '');
    await symlink(outside, join(folder, 'base/link'));
    for (const name of ['base/1/a', 'base/1', 'base', '.']) await chown(join(folder, name), 65_534, 65_534);
  });
  afterEach(async () => {
    for (const each of [folder, outside]) await rm(each, { recursive: true });
  });

  const owners = async () => {
    const paths = ['.', ...(await readdir(folder, { recursive: true }))];
    return new Set(await Promise.all(paths.map(async (path) => (await lstat(join(folder, path))).uid)));
  };

  it('is another user’s with all that is in it, but not where its links lead', async () => {
    await giveTo(account, folder);
    expect(await owners()).toEqual(new Set([54_321]));
    expect((await lstat(outside)).uid).toBe(0);
  });

  it('after a kill on the way is given whole, also back to the owner before', async () => {
    const requested: string[] = [];
    // A kill when half of the entries are done: the third one cannot be given.
    const dying = {
      ...account,
      get uid() {
        requested.push('uid');
        if (requested.length > 3) throw new Error('killed');
        return 54_321;
      },
    };
    await expect(giveTo(dying, folder)).rejects.toThrow('killed');
    expect((await owners()).size).toBeGreaterThan(1);
    await giveTo({ name: 'nobody', uid: 65_534, gid: 65_534 }, folder);
    expect(await owners()).toEqual(new Set([65_534]));
  });
});
