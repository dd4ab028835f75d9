import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  $recents,
  clearRecents,
  RECENTS_MAX,
  type Recent,
  rememberVisit,
} from '#lib/stores/search/recents.ts';
import { logout } from '#lib/stores/session/session.ts';
import { type FakePlatform, fakePlatform } from '#tests/support/fake-platform.ts';
import { storageOf } from '#tests/support/memory-storage.ts';

const player = (id: number, name = `Captain_${id}`): Recent => ({ kind: 'player', id, name });
const clan: Recent = { kind: 'clan', id: 1, name: 'Wave Riders', tag: 'WAVE', leagueColor: 0xffcc00 };

describe('Recently visited players and clans', () => {
  let device: Map<string, string>;
  let platform: FakePlatform;

  beforeEach(() => {
    device = new Map();
    platform = fakePlatform('/', {
      replace: () => {},
      writeCookie: () => {},
      localStorage: storageOf(device),
    });
    $recents.listen(() => {});
  });
  afterEach(() => cleanStores($recents));

  it('are kept on the device with the latest first (Rule 2.21)', () => {
    rememberVisit(player(1));
    rememberVisit(clan);
    expect($recents.get()).toEqual([clan, player(1)]);
    cleanStores($recents);
    $recents.listen(() => {});
    expect($recents.get()).toEqual([clan, player(1)]);
  });

  it('name a player once, with the current name', () => {
    rememberVisit(player(1));
    rememberVisit(player(2));
    rememberVisit(player(1, 'Renamed'));
    expect($recents.get()).toEqual([player(1, 'Renamed'), player(2)]);
  });

  it('are limited in number', () => {
    for (let id = 1; id <= RECENTS_MAX + 2; id += 1) rememberVisit(player(id));
    expect($recents.get()).toHaveLength(RECENTS_MAX);
    expect($recents.get()[0]).toEqual(player(RECENTS_MAX + 2));
  });

  it('can be cleared (Rule 2.21)', () => {
    rememberVisit(clan);
    clearRecents();
    expect($recents.get()).toEqual([]);
    expect(device.size).toBe(0);
  });

  it('are gone after signing out (Rule 2.21)', () => {
    rememberVisit(clan);
    logout();
    expect([...device.keys()]).not.toContain('recents');
  });

  it('follow other tabs', () => {
    device.set('recents', JSON.stringify([clan]));
    platform.happen('storage');
    expect($recents.get()).toEqual([clan]);
  });

  it('are empty when the stored text is not readable', () => {
    rememberVisit(clan);
    device.set('recents', '[{"kind":"ship"}]');
    platform.happen('storage');
    expect($recents.get()).toEqual([]);
  });
});
