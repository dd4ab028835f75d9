import { describe, expect, it } from 'vitest';
import { devTarget } from '../../../src/build/dev-routes.ts';

describe('The dev server', () => {
  it.each([
    ['/player/500000001,Aurora_Captain?tab=sent', { rewrite: '/player/_?tab=sent' }],
    ['/posts/7b6c1c7e-0000-4000-8000-000000000000', { rewrite: '/posts/_' }],
    ['/posts/view/7b6c?x=1', { redirect: '/posts/7b6c?x=1' }],
    ['/posts', {}],
    ['/hashed/x.js', {}],
    ['/nothing/here', {}],
  ])('answers %s as production does', (url, target) => {
    expect(devTarget(url)).toEqual(target);
  });
});
