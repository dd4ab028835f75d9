import { describe, expect, it } from 'vitest';
import { mapName, modeName } from '#lib/domain/battle-names.ts';

describe('the name of a map', () => {
  it.each([
    ['22_tierra_del_fuego', 'Tierra del Fuego'],
    ['spaces/53_Shoreside', 'Shoreside'],
    ['16_OC_bees_to_honey', 'Bees to Honey'],
    ['e13_Space_1_Defence', 'Space 1 Defence'],
    ['s11_D_day', 'D Day'],
    ['50_VanHellsing', 'VanHellsing'],
    ['Archipelago', 'Archipelago'],
    ['', 'Unknown map'],
  ])('is readable: %s', (space, name) => {
    expect(mapName(space)).toBe(name);
  });
});

describe('the name of a mode', () => {
  it.each([
    ['RandomBattle', 'Random battle'],
    ['RankedBattle', 'Ranked battle'],
    ['CooperativeBattle', 'Co-op battle'],
    ['SomeNewMode_2', 'Some new mode 2'],
    ['toString', 'To string'],
    ['', ''],
  ])('is readable: %s', (mode, name) => {
    expect(modeName(mode)).toBe(name);
  });
});
