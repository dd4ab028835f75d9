import { Blowfish } from './blowfish.ts';

const BLOCK_BYTES = 8;

/** The game's own key, the same in every client. */
const KEY = Uint8Array.of(
  0x29,
  0xb7,
  0xc9,
  0x09,
  0x38,
  0x3f,
  0x84,
  0x88,
  0xfa,
  0x98,
  0xec,
  0x4e,
  0x13,
  0x19,
  0x79,
  0xfb,
);

let cipher: Blowfish | undefined;

/**
 * Decrypts a payload into new bytes. Each block is decrypted alone, then XORed with the previous *decrypted* block
 * (the first with nothing). A last block that is cut short is left out.
 */
export function decryptPayload(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  cipher ??= new Blowfish(KEY);
  const length = payload.length - (payload.length % BLOCK_BYTES);
  const input = new DataView(payload.buffer, payload.byteOffset, length);
  const decrypted = new Uint8Array(length);
  const output = new DataView(decrypted.buffer);
  let left = 0;
  let right = 0;
  for (let at = 0; at < length; at += BLOCK_BYTES) {
    cipher.decryptBlock(input.getUint32(at), input.getUint32(at + 4));
    left ^= cipher.left;
    right ^= cipher.right;
    output.setUint32(at, left);
    output.setUint32(at + 4, right);
  }
  return decrypted;
}
