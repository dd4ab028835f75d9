import { describe, expect, test } from 'vitest';
import { Blowfish, piFractionWords } from '../src/decode/blowfish.ts';

/** Published with the cipher (B. Schneier's vectors.txt): key, plain, cipher. */
const VECTORS = [
  ['0000000000000000', '0000000000000000', '4EF997456198DD78'],
  ['FFFFFFFFFFFFFFFF', 'FFFFFFFFFFFFFFFF', '51866FD5B85ECB8A'],
  ['3000000000000000', '1000000000000001', '7D856F9A613063F2'],
  ['1111111111111111', '1111111111111111', '2466DD878B963C9D'],
  ['0123456789ABCDEF', '1111111111111111', '61F9C3802281B096'],
  ['1111111111111111', '0123456789ABCDEF', '7D0CC630AFDA1EC7'],
  ['FEDCBA9876543210', '0123456789ABCDEF', '0ACEAB0FC6A0A28D'],
  ['7CA110454A1A6E57', '01A1D6D039776742', '59C68245EB05282B'],
  ['F0E1D2C3B4A5968778695A4B3C2D1E0F', 'FEDCBA9876543210', '93142887EE3BE15C'],
  ['F0E1D2C3B4A5968778695A4B3C2D1E0F0011223344556677', 'FEDCBA9876543210', '05044B62FA52D080'],
] as const;

const halves = (hex: string) =>
  [Number.parseInt(hex.slice(0, 8), 16), Number.parseInt(hex.slice(8), 16)] as const;

describe('Blowfish', () => {
  test('begins with the digits of π', () => {
    const words = [...piFractionWords(18 + 1024)];
    expect(words.slice(0, 3)).toEqual([0x243f6a88, 0x85a308d3, 0x13198a2e]);
    expect(words[18]).toBe(0xd1310ba6);
    expect(words.at(-1)).toBe(0x3ac372e6);
  });

  test.each(VECTORS)('with key %s encrypts %s to %s and back', (key, plain, encrypted) => {
    const cipher = new Blowfish(Buffer.from(key, 'hex'));
    cipher.encryptBlock(...halves(plain));
    expect([cipher.left, cipher.right]).toEqual(halves(encrypted));
    cipher.decryptBlock(...halves(encrypted));
    expect([cipher.left, cipher.right]).toEqual(halves(plain));
  });
});
