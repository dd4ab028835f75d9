import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { matchRoute, routes } from '#lib/routes.ts';

describe('the route table (Rule 2.8)', () => {
  test.each([
    ['/', 'home'],
    ['/player', 'players'],
    ['/player/', 'players'],
    ['/player/500000001,Aurora_Captain', 'player'],
    ['/player/500000001%2CAurora_Captain', 'player'],
    ['/posts', 'posts'],
    ['/posts/84f5af5f-a183-4dd3-b738-1dc473ce03a3', 'post'],
    ['/clan', 'clans'],
    ['/clan/500200001,TAG-Some%20Name', 'clan'],
    ['/battle', 'battle'],
    ['/login', 'login'],
    ['/logout', 'logout'],
    ['/settings', 'settings'],
    ['/moderation', 'moderation'],
    ['/decisions', 'decisions'],
    ['/decisions/84f5af5f-a183-4dd3-b738-1dc473ce03a3', 'decision'],
    ['/guidelines', 'guidelines'],
    ['/privacy', 'privacy'],
    ['/unauthorized', 'unauthorized'],
    ['/forbidden', 'forbidden'],
    ['/offline', 'offline'],
  ])('%s is %s', (path, id) => {
    const match = matchRoute(path);
    expect(match.kind === 'route' && match.route.id).toBe(id);
  });

  test.each(['/nowhere', '/player/1/2', '/posts/view/1/2', '/settings/x', '/index.html'])(
    '%s is not found (Rule 2.10)',
    (path) => {
      expect(matchRoute(path).kind).toBe('not-found');
    },
  );

  test('/posts/view/{id} redirects to the post (Rule 2.9)', () => {
    expect(matchRoute('/posts/view/abc')).toEqual({ kind: 'redirect', location: '/posts/abc' });
  });

  test.each([
    ['/Player/500000001,Aurora_Captain', '/player/500000001,Aurora_Captain'],
    ['/POSTS/', '/posts'],
    ['/Posts/View/abc', '/posts/abc'],
  ])('%s with capital letters redirects to %s (Rule 2.9)', (path, location) => {
    expect(matchRoute(path)).toEqual({ kind: 'redirect', location });
  });

  test('guards these routes only; an empty guard requires sign-in', () => {
    expect(Object.fromEntries(routes.flatMap(({ id, guard }) => (guard ? [[id, guard]] : [])))).toEqual({
      battle: {},
      settings: {},
      moderation: { roles: ['mod', 'admin'] },
      decisions: {},
      decision: {},
    });
  });
});

test('encodes names in paths and keeps the comma', () => {
  expect(paths.player({ id: 1, username: 'a/b?c' })).toBe('/player/1,a%2Fb%3Fc');
  expect(paths.clan({ id: 1, tag: 'T', name: 'ä ö' })).toBe('/clan/1,T-%C3%A4%20%C3%B6');
  expect(paths.player({ id: 1, username: 'half \ud800' })).toBe('/player/1,half%20%EF%BF%BD');
  expect(paths.login('/posts?page=2')).toBe('/login?redirectUri=%2Fposts%3Fpage%3D2');
});
