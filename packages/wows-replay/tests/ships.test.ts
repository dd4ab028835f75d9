import { describe, expect, it } from 'vitest';
import { shipNameOf, shipOf, shipTitle } from '../src/ships.ts';

/** The number of an invented ship. */
const shipId = (number: number, kind: number, nation: number): number =>
  (((4095 - number) << 20) | ((31 - kind) << 15) | nation) >>> 0;

describe('the number of a ship (Rule 25.57)', () => {
  it.each([
    [0, 'carrier', 'Dutch aircraft carrier', 'PHSA901'],
    [1, 'battleship', 'Dutch battleship', 'PHSB901'],
    [2, 'cruiser', 'Dutch cruiser', 'PHSC901'],
    [3, 'destroyer', 'Dutch destroyer', 'PHSD901'],
    [18, 'submarine', 'Dutch submarine', 'PHSS901'],
    [23, 'auxiliary', 'Dutch auxiliary ship', 'PHSX901'],
  ])('of class %i holds class, nation and code: %s', (kind, id, title, code) => {
    const ship = shipId(901, kind, 0x3710);
    expect(shipOf(ship)).toMatchObject({ class: id, nation: 'Dutch', code });
    expect(shipTitle(ship)).toBe(title);
  });

  it.each([
    [0x35d0, 'R'],
    [0x36d0, 'J'],
    [0x3730, 'G'],
    [0x37d0, 'B'],
    [0x37f0, 'A'],
    [0x3750, 'F'],
    [0x36f0, 'I'],
    [0x34d0, 'Z'],
    [0x3550, 'V'],
    [0x3570, 'U'],
    [0x3530, 'W'],
    [0x35b0, 'S'],
    [0x3510, 'X'],
  ])('has the nation %i as a letter of its code', (nation, letter) => {
    expect(shipOf(shipId(7, 3, nation))?.code).toBe(`P${letter}SD007`);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 32, 1, shipId(1, 4, 0x3710), shipId(1, 3, 0x1234)])(
    'is none: %d',
    (number) => {
      expect(shipOf(number)).toBeNull();
      expect(shipTitle(number)).toBeNull();
    },
  );
});

describe('the name of a ship', () => {
  it('takes the place of nation and class once it is known (Rule 25.57)', () => {
    expect(shipTitle(shipId(901, 3, 0x3710), 'Zeehond')).toBe('Zeehond');
    expect(shipTitle(shipId(901, 3, 0x3710), null)).toBe('Dutch destroyer');
    expect(shipTitle(0, 'Zeehond')).toBe('Zeehond');
  });

  it.each([
    ['PHSD901-Zeehond-1943', 'Zeehond'],
    ['PHSD901-Zeehond', 'Zeehond'],
    ['PHSB901-Seven-Seas-1948', 'Seven Seas'],
    ['PHSC901-Pr-66-Zeehond', 'Pr 66 Zeehond'],
    ['PHSD901-1943', '1943'],
    ['PHSD901', null],
    ['Zeehond', null],
    ['', null],
  ])('is read from the header of a replay: %s', (vehicle, name) => {
    expect(shipNameOf(vehicle)).toBe(name);
  });
});
