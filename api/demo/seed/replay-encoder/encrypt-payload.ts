import { Blowfish } from '#lib/replay/blowfish.ts';

const KEY = Buffer.from('29B7C909383F8488FA98EC4E131979FB', 'hex');

/** Reverses the game's decryption: pads to whole blocks, XORs each with the previous plain block, then encrypts it. */
export function encryptPayload(packed: Uint8Array): Uint8Array {
  const cipher = new Blowfish(KEY);
  const plain = Buffer.alloc(Math.ceil(packed.length / 8) * 8);
  plain.set(packed);
  const encrypted = Buffer.alloc(plain.length);
  let left = 0;
  let right = 0;
  for (let at = 0; at < plain.length; at += 8) {
    const [nextLeft, nextRight] = [plain.readUInt32BE(at), plain.readUInt32BE(at + 4)];
    cipher.encryptBlock(left ^ nextLeft, right ^ nextRight);
    encrypted.writeUInt32BE(cipher.left, at);
    encrypted.writeUInt32BE(cipher.right, at + 4);
    left = nextLeft;
    right = nextRight;
  }
  return encrypted;
}
