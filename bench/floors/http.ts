import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv } from 'ajv';

// The floor of a single event: a bare server that reads it, validates it with a compiled schema and answers.
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const closed = (properties: object, optional: string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
const attribute = closed(
  { name: text(50), value: { ...text(65_536), pattern: '^-?\\d{1,512}(\\.\\d+)?$' }, unit: text(50) },
  ['unit'],
);
const event = closed({
  schemaName: text(50),
  id: { type: 'string', maxLength: 512 },
  timestamp: {
    type: 'string',
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
  },
  accountId: text(512),
  attributes: { type: 'array', maxItems: 10, items: attribute },
  dimensions: {
    type: 'object',
    maxProperties: 100,
    propertyNames: { maxLength: 200 },
    additionalProperties: text(200),
  },
});
const isValid = new Ajv().compile(closed({ event }));
const RESPONSE = JSON.stringify({
  ...{ success: true, statusCode: 202, name: 'ACCEPTED', message: '1 of 1 events accepted' },
});
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'content-length': RESPONSE.length };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    if (!isValid(JSON.parse(String(body)))) response.writeHead(400, { 'content-length': 0 }).end();
    else response.writeHead(202, HEADERS).end(RESPONSE);
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
