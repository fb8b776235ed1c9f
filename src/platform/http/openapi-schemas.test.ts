import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { schemaPrinter } from './openapi-schemas.ts';
import { Closed, Extension, Nullable, PageOf, Text, TextMapWith } from './schemas.ts';

const Place = Closed({ city: Text(0, 50) }, { component: 'Place' });
const $ref = '#/components/schemas/Place';

describe('a schema that has a name', () => {
  const said = { description: 'Where it is' };

  it.each([
    ['plainly', Place, { $ref }],
    ['optional', Type.Optional(Place), { $ref }],
    ['or null', Nullable(Place), { anyOf: [{ $ref }, { type: 'null' }] }],
    ['as an extension', Extension(Place), { $ref, 'x-extension': true }],
    ['with words of its own', { ...Place, ...said }, { $ref, ...said }],
    ['in a list', Type.Array(Place), { type: 'array', items: { $ref } }],
  ])('is referred to: %s', (_, schema, expected) => {
    const printer = schemaPrinter('acme');
    const printed = [printer.print(Place), printer.print(schema)];
    const { Place: component, ...others } = printer.components();
    expect(printed).toEqual([{ $ref }, expected]);
    expect(component).toMatchObject({ type: 'object', required: ['city'] });
    expect(component).not.toHaveProperty('description');
    expect(others).toEqual({});
  });

  it('has the description that every place gives it', () => {
    const printer = schemaPrinter('acme');
    const closed = Closed({ city: Text(0, 50) }, { component: 'Place', ...said });
    const printed = [printer.print(closed), printer.print(Nullable(closed))];
    expect(printer.components()).toMatchObject({ Place: said });
    expect(JSON.stringify(printed)).not.toContain('description');
  });

  it('is the only one of its name', () => {
    const printer = schemaPrinter('acme');
    printer.print(Place);
    expect(() => printer.print(Closed({ town: Text(0, 50) }, { component: 'Place' }))).toThrow(
      'component Place: two schemas have this name',
    );
  });

  it('gives its pages their name', () => {
    expect(schemaPrinter('acme').print(PageOf(Place))).toEqual({ $ref: '#/components/schemas/PlacePage' });
  });
});

describe('a body without a name', () => {
  it('gets one, unless it is a single value', () => {
    const printer = schemaPrinter('acme');
    const printed = [
      printer.printBody(Closed({ acmeId: Text(0, 9) }), 'MoveRequest'),
      printer.printBody(Place, 'OtherRequest'),
      printer.printBody(Type.String(), 'MoveResponse'),
    ];
    expect(printed).toEqual([
      { $ref: '#/components/schemas/MoveRequest' },
      ...[{ $ref }, { type: 'string' }],
    ]);
    expect(Object.keys(printer.components())).toEqual(['MoveRequest', 'Place']);
  });
});

it('members beside other texts leave open what the others are', () => {
  const terms = TextMapWith({ size: Type.Number() }, { maxProperties: 5, maxKey: 9, maxValue: 9 });
  expect(schemaPrinter('acme').print(terms)).toMatchObject({
    ...{ properties: { size: { type: 'number' } }, additionalProperties: true },
  });
});
