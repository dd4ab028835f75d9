import { Blowfish } from '../decode/blowfish.ts';
import { checksumOf } from '../decode/inflate.ts';
import { KEY } from '../decode/replay-file.ts';
import { arenaArguments, arenaIdOf, arenaPickles } from './arena-state.ts';
import type { Battle } from './battle.ts';
import { blob, bytesOf, concat, u16, u32 } from './byte-writer.ts';
import { chatPacket, coursePackets, settingOf } from './course.ts';
import type { ReplayLayout } from './layouts.ts';
import { AVATAR_ID, entityMethod, PACKET, packet } from './packets.ts';
import { pickle } from './pickle-writer.ts';

const BLOCK_MAX = 0xffff;

/** A zlib stream without compression. */
function store(bytes: Uint8Array): Uint8Array {
  const blocks = Array.from({ length: Math.max(1, Math.ceil(bytes.length / BLOCK_MAX)) }, (_, index) => {
    const end = (index + 1) * BLOCK_MAX;
    const block = bytes.subarray(end - BLOCK_MAX, end);
    return bytesOf(end < bytes.length ? 0 : 1, u16(block.length), u16(~block.length), block);
  });
  return bytesOf(0x78, 0x01, concat(blocks), u32(checksumOf(bytes)).toReversed());
}

/** Reverses the game's decryption: pads to whole blocks, XORs each with the previous plain block, then encrypts it. */
function encryptPayload(packed: Uint8Array): Uint8Array {
  const cipher = new Blowfish(KEY);
  const bytes = new Uint8Array(Math.ceil(packed.length / 8) * 8);
  bytes.set(packed);
  const view = new DataView(bytes.buffer);
  let left = 0;
  let right = 0;
  for (let at = 0; at < bytes.length; at += 8) {
    const [nextLeft, nextRight] = [view.getUint32(at), view.getUint32(at + 4)];
    cipher.encryptBlock(left ^ nextLeft, right ^ nextRight);
    view.setUint32(at, cipher.left);
    view.setUint32(at + 4, cipher.right);
    left = nextLeft;
    right = nextRight;
  }
  return bytes;
}

/** How a file is packed, and parts of it that a test replaces. */
export interface EncodeOptions {
  /** Compresses the packets, such as `deflateSync` of Node; by default they are not compressed. */
  deflate?: (stream: Uint8Array) => Uint8Array;
  /** Overrides fields of the header; undefined removes a field. */
  header?: Record<string, unknown>;
  /** Blocks after the header, instead of the layout's. */
  moreBlocks?: readonly string[];
  /** Pickles of the arena state, instead of the battle's. */
  arenaPickles?: Uint8Array[];
  /** Packets inserted before the arena state. */
  extraPackets?: Uint8Array[];
  /** Overrides the stated size of the unpacked payload. */
  unpackedSize?: number;
  /** The packet stream, instead of the battle's. */
  stream?: Uint8Array;
  /** Bytes behind the compressed stream, within the payload. */
  trailing?: Uint8Array;
}

/** Encodes a replay file in the given layout. */
export function encodeReplay(
  battle: Battle,
  layout: ReplayLayout,
  options: EncodeOptions = {},
): Uint8Array<ArrayBuffer> {
  const stream = options.stream ?? encodeStream(battle, layout, options);
  const packed = bytesOf((options.deflate ?? store)(stream), options.trailing ?? '');
  const blocks = [bytesOf(JSON.stringify(headerOf(battle, layout, options.header)))];
  const more = layout.headerBlocks === 3 ? ['', `500100001.${arenaIdOf(battle)}`] : [];
  blocks.push(...(options.moreBlocks ?? more).map((block) => bytesOf(block)));
  return bytesOf(
    bytesOf(0x12, 0x32, 0x34, 0x11),
    u32(blocks.length),
    ...blocks.flatMap((block) => [u32(block.length), block]),
    u32(options.unpackedSize ?? stream.length),
    u32(packed.length),
    encryptPayload(packed),
  );
}

/** The packet stream of an encoded replay, uncompressed. */
export function encodeStream(battle: Battle, layout: ReplayLayout, options: EncodeOptions = {}): Uint8Array {
  const arena = arenaArguments(options.arenaPickles ?? arenaPickles(battle, layout), battle);
  const { course } = battle;
  const packets = [
    packet(PACKET.player, bytesOf(u32(AVATAR_ID), 'a base player')),
    entityMethod(68, bytesOf(7, blob(pickle({ instanceOf: 'Math.Vector3', state: 1.5 })))),
    entityMethod(12, bytesOf('arguments of another shape')),
    ...(options.extraPackets ?? []),
    entityMethod(layout.arenaMethodId, arena),
    ...(course
      ? coursePackets(battle, course, layout)
      : battle.chat.flatMap((line) => [packet(7, u32(1)), chatPacket(line, battle, layout)(0)])),
    packet(PACKET.end, bytesOf()),
  ];
  return concat(packets);
}

function headerOf(battle: Battle, layout: ReplayLayout, changes: Record<string, unknown> = {}) {
  const { participants, course, playerVehicle = 'PZSX001-Invented' } = battle;
  const { map, startedAt, mode } = settingOf(battle);
  return {
    clientVersionFromExe: layout.version,
    mapName: `spaces/${map}`,
    mapDisplayName: map,
    dateTime: startedAt,
    playerName: participants[0]?.name,
    playerVehicle,
    duration: course?.timeLimit ?? 1200,
    ...mode,
    vehicles: participants.map(({ shipParamsId, relation, id, name }) => ({
      shipId: shipParamsId,
      relation,
      id,
      name,
    })),
    ...changes,
  };
}
