import { describe, expect, it } from 'vitest';
import { importFile, runImports, upload } from '#test/import-scenario.ts';
import { sellSeats } from '#test/license-scenario.ts';
import { meterRides, statusesOf } from '#test/metering-scenario.ts';
import { client as clientOf, useService } from '#test/running-app.ts';

const service = useService();
const take = (terms: { content: string | Buffer; type: string } & Record<string, unknown>) =>
  importFile(service, service.sandbox, terms);

describe('POST /ext/v1/imports of customers', () => {
  const CONTENT =
    'Customer,Mail,Town,Days,Labels,Notes\r\n' +
    'c1,pay@c1.example,"Ber, lin",30,red; Blue,x\r\n' +
    'c2,pay@c2.example,,400,,\r\n' +
    'c3,,Rome,,,\r\n' +
    'c4,=1+1@c4.example,Köln,,,y\r\n';
  const columns = {
    ...{ Customer: 'id', Mail: 'primaryEmail', Town: 'address.city' },
    ...{ Days: 'account.netTermDays', Labels: 'account.tags' },
  };
  const defaults = { name: 'Nameless', 'account.id': 'a-none', 'account.name': 'First' };

  it('201, and each row is a customer or says what is wrong with it', async () => {
    const content = CONTENT.replace('Notes', 'Account').replace(/[xy]?\r\n(c\d|$)/g, '\r\n$1');
    const rows = content.replace(/^(c\d)(.*),$/gm, '$1$2,a-$1').replace(/^(c\d)(.*),\r\n/gm, '$1$2,a-$1\r\n');
    const requested = { columns: { ...columns, Account: 'account.id' }, defaults };
    const taken = await take({ type: 'CUSTOMERS', content: rows, ...requested });
    expect(taken.done).toMatchObject({
      ...{ status: 'COMPLETED', totalRows: 4, takenRows: 4, createdRows: 2, failedRows: 2, unchangedRows: 0 },
    });
    expect(taken.rows).toEqual([
      '2 c1 CREATED',
      '3 c2 FAILED account.netTermDays: must be at most 365',
      '4 c3 FAILED primaryEmail: is required',
      '5 c4 CREATED',
    ]);
    const { address, name } = await service.sandbox.must.get('/customers/c1');
    expect([name, address]).toEqual(['Nameless', { city: 'Ber, lin' }]);
    const account = await service.sandbox.must.get('/accounts/a-c1');
    expect([account.netTermDays, account.tags]).toEqual([30, ['red', 'blue']]);
    expect((await service.sandbox.get('/customers/c2')).status).toBe(404);
  });

  it('201 again: what is there is unchanged, what differs fails and stays as it is', async () => {
    const content = 'id,name,primaryEmail\nd1,One,a@d.example\nd2,Two,b@d.example\n';
    expect((await take({ type: 'CUSTOMERS', content })).rows).toEqual(['2 d1 CREATED', '3 d2 CREATED']);
    const other = content.replace('Two', 'Zwei').concat('d3,Three,c@d.example\n');
    const again = await take({ type: 'CUSTOMERS', content: other });
    expect(again.rows).toEqual([
      '2 d1 UNCHANGED',
      '3 d2 FAILED customer d2 already exists with a different name; change it with PATCH, or ' +
        'correct the row',
      '4 d3 CREATED',
    ]);
    expect((await service.sandbox.must.get('/customers/d2')).name).toBe('Two');
  });

  it('results are no formulas', async () => {
    const { rows } = await take({
      type: 'CUSTOMERS',
      content: 'id,name,primaryEmail\n=1+1,Name,a@b.example\n',
    });
    expect(rows).toEqual([expect.stringMatching(/^2 '=1\+1 FAILED id: /)]);
  });

  it('a dry run says the same and keeps nothing', async () => {
    const content = 'id,name,primaryEmail\ne1,One,a@e.example\ne1,One,a@e.example\ne2,,\n';
    const dryRunResult = await take({ type: 'CUSTOMERS', content, dryRun: true });
    expect(dryRunResult.rows).toEqual([
      '2 e1 CREATED',
      '3 e1 UNCHANGED',
      '4 e2 FAILED name: is required; primaryEmail: is required',
    ]);
    expect((await service.sandbox.get('/customers/e1')).status).toBe(404);
    expect((await take({ type: 'CUSTOMERS', content })).rows).toEqual(dryRunResult.rows);
  });
});

describe('POST /ext/v1/imports of accounts', () => {
  it('compares what is sent as it is kept', async () => {
    await service.sandbox.must.post('/customers', {
      ...{ id: 'holder', name: 'Holder', primaryEmail: 'a@h.example', address: { city: 'Rom' } },
    });
    const header =
      'id,name,customerId,aliases,tags,metadata.crm.id,' +
      'billingInformation.emailRecipients,address.country,netTermDays\n';
    const row = 'h1,Account,holder,ALIAS-1;alias-2,Red,77,a@h.example;A@h.example,us,010\n';
    const wrong = await take({ type: 'ACCOUNTS', content: header + row });
    expect(wrong.rows).toEqual(['2 h1 FAILED netTermDays: must be an integer or null']);
    const content = header + row.replace('010', '10');
    expect((await take({ type: 'ACCOUNTS', content })).rows).toEqual(['2 h1 CREATED']);
    const account = await service.sandbox.must.get('/accounts/h1');
    expect(account).toMatchObject({
      metadata: { 'crm.id': '77' },
      netTermDays: 10,
      address: { country: 'US' },
    });
    expect((await take({ type: 'ACCOUNTS', content })).rows).toEqual(['2 h1 UNCHANGED']);
    const other = content.replace('alias-2', 'alias-3').replace(',10', ',11').replace('77', '78');
    expect((await take({ type: 'ACCOUNTS', content: other })).rows).toEqual([
      expect.stringContaining(
        '2 h1 FAILED account h1 already exists with a different netTermDays, metadata, aliases',
      ),
    ]);
    const stranger = await take({ type: 'ACCOUNTS', content: 'id,name,customerId\nh2,Account,nobody\n' });
    expect(stranger.rows).toEqual(['2 h2 FAILED customer nobody not found']);
  });
});

describe('POST /ext/v1/imports of events', () => {
  it('counts each once, exactly, however often it is imported', async () => {
    await meterRides(service.sandbox);
    const content =
      'id,schemaName,accountId,timestamp,attributes.distance,dimensions.city\n' +
      'ev1,ride,ev-acct,2030-01-01T00:00:00Z,0.1000000000000000055511151231257827,Berlin\n' +
      'ev2,ride,ev-acct,2030-01-01T00:00:00Z,1e5,Rome\n' +
      'ev3,ride,ev-acct,2030-01-02T00:00:00Z,5,\n' +
      ',ride,ev-acct,2030-01-02T00:00:00Z,5,\n' +
      'ev1,ride,ev-acct,2030-01-01T00:00:00Z,0.1000000000000000055511151231257827,Berlin\n' +
      'ev3,ride,ev-acct,2030-01-02T00:00:00Z,6,\n';
    const first = await take({ type: 'EVENTS', content });
    expect(first.rows).toEqual([
      '2 ev1 CREATED',
      expect.stringMatching(/^3 ev2 FAILED attributes\[0\]\.value: /),
      '4 ev3 CREATED',
      expect.stringMatching(/^5 {2}FAILED id: is required/),
      '6 ev1 UNCHANGED',
      expect.stringMatching(/^7 ev3 FAILED id: an event with this id was accepted before; payload differs/),
    ]);
    const { events } = await service.sandbox.must.get('/events/ev1');
    expect(events.at(-1).eventPayload).toMatchObject({
      attributes: [{ name: 'distance', value: '0.1000000000000000055511151231257827' }],
      dimensions: { city: 'Berlin' },
    });
    const again = await take({ type: 'EVENTS', content });
    expect(again.rows.map((row) => row.split(' ').slice(0, 3).join(' '))).toEqual([
      ...[
        '2 ev1 UNCHANGED',
        '3 ev2 FAILED',
        '4 ev3 UNCHANGED',
        '5  FAILED',
        '6 ev1 UNCHANGED',
        '7 ev3 FAILED',
      ],
    ]);
    const statuses = await statusesOf(service.sandbox, 'ev1');
    expect(statuses.filter((status) => !status.includes('DUPLICATE'))).toHaveLength(1);
  });
});

describe('POST /ext/v1/imports of licenses', () => {
  it('changes quantities by exact decimals, once for each key', async () => {
    const license = await sellSeats(service.sandbox, 'Seats');
    await service.sandbox.must.post('/customers', {
      ...{ id: 'seated', name: 'Seated', primaryEmail: 'a@s.example', address: {} },
    });
    const content =
      'idempotencyKey,licenseId,accountId,updateType,quantity,effectiveFrom,metadata.po\n' +
      `k1,${license},seated,ABSOLUTE,0.1,2030-01-01T00:00:00Z,7\n` +
      `k2,${license},seated,RELATIVE,0.2,2030-01-01T00:00:00Z,\n` +
      `k3,${license},seated,RELATIVE,-1,2030-01-01T00:00:00Z,\n` +
      `,${license},seated,RELATIVE,1,2030-01-01T00:00:00Z,\n` +
      `k5,${license},seated,RELATIVE,"1,5",2030-01-01T00:00:00Z,\n`;
    const first = await take({ type: 'LICENSES', content });
    expect(first.rows).toEqual([
      ...['2 k1 CREATED', '3 k2 CREATED', expect.stringMatching(/^4 k3 FAILED .*must never be below 0/)],
      '5  FAILED idempotencyKey: is required in an import, so that no row is applied twice',
      '6 k5 FAILED quantity: must be a number',
    ]);
    expect((await take({ type: 'LICENSES', content })).rows.slice(0, 2)).toEqual([
      '2 k1 UNCHANGED',
      '3 k2 UNCHANGED',
    ]);
    const list = await service.sandbox.get(`/license_updates?account_id=seated`);
    expect(list.text.match(/"quantity":[\d.]+/g)?.sort()).toEqual(['"quantity":0.1', '"quantity":0.3']);
  });
});

describe('a file that is none', () => {
  it.each<[string, string | Buffer, object, string]>([
    ['empty', '\n', {}, 'the file is empty'],
    ['in UTF-16', Buffer.from('\ufeffid', 'utf16le'), {}, 'UTF-16'],
    [
      'broken somewhere',
      'id,name,primaryEmail\nf1,Name,a@f.example\nf2,"x\n',
      {},
      'line 3: a cell begins with a quote',
    ],
    ['with a header twice', 'id,id\n', {}, 'the header id is repeated; rename one of the columns'],
    ['with an unknown header', 'id,colour\n', {}, 'colour: is unknown; use one of id, name'],
    ['without a mapped header', 'id\n', { columns: { ID: 'id' } }, 'the file has no header ID'],
    [
      'with two columns of one member',
      'a,b\n',
      { columns: { a: 'id', b: 'id' } },
      'b: another column has the same member; remove one of them',
    ],
    ['with semicolons', 'id;name;primaryEmail\n', {}, 'if the file is delimited by ";"'],
    [
      'for an object',
      'address\n',
      {},
      'address: is an object; name one of its members, such as address.phoneNumber',
    ],
    ['for a list of objects', 'settings\n', {}, 'settings: cannot be imported from a column'],
  ])('FAILED when it is %s, and nothing of it is taken', async (_, content, terms, words) => {
    const { done } = await take({ type: 'CUSTOMERS', content, ...terms });
    expect(done).toMatchObject({
      status: 'FAILED',
      takenRows: 0,
      failureReason: expect.stringContaining(words),
    });
    expect((await service.sandbox.get('/customers/f1')).status).toBe(404);
  });

  it('ragged rows fail alone; a byte order mark and another delimiter do not', async () => {
    const content = '\ufeffid;name;primaryEmail\ng1;One;a@g.example\ng2;Two\ng3;Three;c@g.example;x\n';
    const { rows } = await take({ type: 'CUSTOMERS', content, delimiter: ';' });
    expect(rows).toEqual([
      '2 g1 CREATED',
      '3  FAILED has 2 cells, but the header has 3; quote cells that contain the delimiter',
      '4  FAILED has 4 cells, but the header has 3; quote cells that contain the delimiter',
    ]);
  });

  it('rows are as hostile as bodies may be, and rejected as they are', async () => {
    const content =
      'id,name,primaryEmail,account.metadata.__proto__\nx1,N\u0007ame,a@x.example,\nx2,Name,a@x.example,y\n';
    const { rows } = await take({ type: 'CUSTOMERS', content });
    expect(rows).toEqual([
      expect.stringMatching(/^2 x1 FAILED name: must not contain control characters/),
      expect.stringMatching(/^3 x2 FAILED body: has a key that is not allowed/),
    ]);
  });
});

describe('rejected at once', () => {
  it('400 for members that there are not', async () => {
    const fileId = await upload(service, service.sandbox, 'id\n');
    const reply = await service.sandbox.post('/ext/v1/imports', {
      ...{ type: 'EVENTS', fileId, columns: { a: 'colour' }, defaults: { 'id.x': 'y' } },
    });
    expect([reply.status, reply.body.message]).toEqual([
      ...[
        400,
        'colour: is unknown; use one of schemaName, id, timestamp, accountId, attributes, ' +
          'dimensions; id.x: id has no members; name it without a suffix',
      ],
    ]);
  });

  it('403 without the scope of what is imported', async () => {
    const fileId = await upload(service, service.sandbox, 'id\n');
    const scopes = ['customers:write', 'accounts:write', 'events:write', 'entitlements:write'];
    const types = ['CUSTOMERS', 'ACCOUNTS', 'EVENTS', 'LICENSES'];
    const responses: number[][] = [];
    for (const scope of scopes) {
      const { secret } = await service.sandbox.must.post('/ext/v1/api_keys', { name: 'x', scopes: [scope] });
      const caller = clientOf(service.app, '/sandbox', secret);
      const replies = await Promise.all(
        types.map((type) => caller.post('/ext/v1/imports', { type, fileId })),
      );
      responses.push(replies.map(({ status }) => status));
      await runImports(service);
    }
    expect(responses).toEqual([
      [201, 403, 403, 403],
      [403, 201, 403, 403],
      [403, 403, 201, 403],
      [403, 403, 403, 201],
    ]);
  });

  it('404 for no upload, of others, and what is a file but none', async () => {
    const others = await upload(service, service.production, 'id\n');
    const { done } = await take({ type: 'ACCOUNTS', content: 'id\n1\n' });
    for (const fileId of ['file.none', others, done.resultFileId]) {
      const reply = await service.sandbox.post('/ext/v1/imports', { type: 'EVENTS', fileId });
      expect([reply.status, reply.body.message]).toEqual([
        404,
        expect.stringContaining(`upload ${fileId} not found`),
      ]);
    }
  });

  it('429 for a sixth at one time', async () => {
    const fileId = await upload(service, service.sandbox, 'id\n');
    const request = () => service.sandbox.post('/ext/v1/imports', { type: 'EVENTS', fileId });
    const replies = await Promise.all(Array.from({ length: 6 }, request));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429]);
    await runImports(service);
    expect((await request()).status).toBe(201);
    await runImports(service);
  });
});
