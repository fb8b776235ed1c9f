import { describe, expect, it } from 'vitest';
import { parseText } from './liquid.ts';
import { MAX_TEXT } from './schema.ts';

describe('a text of a template', () => {
  it('that is longer than any template may send is not parsed', () => {
    expect(parseText(' '.repeat(MAX_TEXT * 2 + 1))).toMatchObject({
      rule: expect.stringMatching(/parse length limit exceeded/),
    });
  });

  it('that is a loop of loops over what an invoice has is given up, though it makes nothing', () => {
    const parsed = parseText(`${'{% for line in lines %}'.repeat(3)}${'{% endfor %}'.repeat(3)}`);
    // 8 million turns
    const lines = Array.from({ length: 200 }, (_, index) => index);
    const begin = performance.now();
    expect('render' in parsed && parsed.render({ lines })).toMatchObject({
      rule: expect.stringMatching(/render limit exceeded/),
    });
    expect(performance.now() - begin).toBeLessThan(5000);
  });

  it('that puts much together is given up, before it is all there', () => {
    const parsed = parseText('{% for line in lines %}{% assign s = s | append: line %}{% endfor %}');
    const lines = Array.from({ length: 300 }, () => 'x'.repeat(1000));
    expect('render' in parsed && parsed.render({ lines })).toMatchObject({
      rule: expect.stringMatching(/memory alloc limit/),
    });
  });
});
