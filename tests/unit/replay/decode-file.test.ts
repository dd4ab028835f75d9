import { describe, expect, it } from 'vitest';
import { bytesOf } from 'wows-replay/encode/byte-writer';
import { encodeReplay } from 'wows-replay/encode/encode-replay';
import { CURRENT_LAYOUT } from 'wows-replay/encode/layouts';
import { pickle } from 'wows-replay/encode/pickle-writer';
import { makeBattle } from 'wows-replay/encode/sample-battle';
import { decodeFile } from '#lib/replay/decode-file.ts';
import {
  cisReplayFile,
  codeReplayFile,
  costlyReplayFile,
  headerOnlyReplayFile,
  maliciousReplayFile,
  NEWER_VERSION,
  replayFile,
  withNoise,
} from '#tests/support/replay-file.ts';

const decode = (bytes: Uint8Array<ArrayBuffer>, extraClasses?: readonly string[]) =>
  decodeFile(new Blob([bytes]), extraClasses);
const withClass = (name: string) => {
  const pickles = [pickle({ instanceOf: name, state: 1 }), pickle([])];
  return encodeReplay(makeBattle({ players: 2 }), CURRENT_LAYOUT, { arenaPickles: pickles });
};

/** A file that ends after its header. */
function beforePayload(): Uint8Array<ArrayBuffer> {
  const bytes = replayFile();
  const view = new DataView(bytes.buffer);
  let end = 8;
  for (let block = view.getUint32(4, true); block > 0; block--) end += 4 + view.getUint32(end, true);
  return bytes.slice(0, end);
}

const withoutPayload = () => bytesOf(beforePayload(), new Uint8Array(8));

describe('Decoding a file in the browser (Rule 25.53)', () => {
  it('returns the roster, and the name of the recorder’s ship', async () => {
    expect(await decode(replayFile())).toMatchObject({
      ok: true,
      file: { recorderShip: 'Invented', players: [{ name: 'Invented_Captain_0' }, {}, {}, {}] },
    });
  });

  it.each([
    ['no replay', bytesOf('GIF89a and more bytes'), 'The file is not a replay.'],
    ['cut short', replayFile().slice(0, 200), 'The replay file is cut short.'],
    ['too large', new Uint8Array(5_242_881), 'The replay file is larger than 5 MiB.'],
    ['cut in its payload', replayFile().slice(0, -400), 'Part of this replay is missing or damaged.'],
    ['without a payload', withoutPayload(), 'Part of this replay is missing or damaged.'],
    ['cut before its payload', beforePayload(), 'Part of this replay is missing or damaged.'],
    ['costly to check', costlyReplayFile(), 'Checking this replay for harmful code would take too long.'],
    ['empty', new Uint8Array(0), 'The replay file is cut short.'],
  ])('refuses a file that is %s, with what to do', async (_, bytes, sentence) => {
    const reason = `${sentence} Choose a file exactly as the game saved it.`;
    expect(await decode(bytes)).toEqual({ ok: false, reason });
  });

  it('refuses a file with a class that is not allowed, in the API’s words', async () => {
    expect(await decode(withClass('NewModule.NewClass'))).toEqual({
      ok: false,
      reason: "This replay contains a class we don't recognise (NewModule.NewClass) and was not stored.",
    });
  });

  it('refuses a file whose roster lists an account twice, in the API’s words', async () => {
    const { participants, ...battle } = makeBattle({ players: 2 });
    const twice = participants.map((participant) => ({ ...participant, accountId: 500_100_001 }));
    expect(await decode(encodeReplay({ ...battle, participants: twice }, CURRENT_LAYOUT))).toEqual({
      ok: false,
      reason: 'Invalid replay.',
    });
  });

  it('accepts a payload of a new format from a newer game, as the API does', async () => {
    const header = { ok: true, file: { facts: { source: 'header' } } };
    expect(await decode(withNoise(headerOnlyReplayFile({ version: NEWER_VERSION })))).toMatchObject(header);
    expect(await decode(headerOnlyReplayFile())).toMatchObject(header);
    const reason = 'Part of this replay is missing or damaged. Choose a file exactly as the game saved it.';
    expect(await decode(withNoise(headerOnlyReplayFile()))).toEqual({ ok: false, reason });
  });

  it('allows the classes that the API is configured to allow (Rule 15.9)', async () => {
    expect(await decode(withClass('NewModule.NewClass'))).toMatchObject({ ok: false });
    expect(await decode(withClass('NewModule.NewClass'), ['NewModule.NewClass'])).toMatchObject({ ok: true });
  });

  it('explains that code is dangerous, also when only a class of Python’s own names it (Rule 15.9)', async () => {
    const reason = 'This replay would run code in the game of anyone who opens it, so it can’t be used.';
    const files = [
      codeReplayFile(),
      maliciousReplayFile(),
      ...['_codecs.encode', 'cPickle.loads', 'encodings/../os.system', 'collections.OrderedDict'].map(
        withClass,
      ),
    ];
    for (const file of files) expect(await decode(file)).toEqual({ ok: false, reason });
  });

  it('accepts the classes of Python’s own that the game writes', async () => {
    for (const name of ['datetime.datetime', 'collections.Counter'])
      expect(await decode(withClass(name))).toMatchObject({ ok: true });
  });
});

describe('A file of the CIS client (Rule 15.13)', () => {
  const decodeCis = (bytes: Uint8Array<ArrayBuffer>) => decodeFile(new File([bytes], 'battle.KorabliReplay'));

  it('is accepted by its form, and shows nothing', async () => {
    const facts = { source: 'none', map: null, playedAt: null, recorder: null };
    const file = { players: [], chatMessages: [], facts, timeline: null };
    expect(await decodeCis(cisReplayFile())).toMatchObject({ ok: true, file });
    const noisy = withNoise(cisReplayFile({ stream: new Uint8Array(32) }));
    expect(await decodeCis(noisy)).toMatchObject({ ok: true, file });
  });

  it.each([
    ['the other client’s form', replayFile()],
    ['three blocks', cisReplayFile({ moreBlocks: ['{"playersPublicInfo":{}}', ''] })],
    ['ships in its header', cisReplayFile({ header: {} })],
    ['no roster', cisReplayFile({ moreBlocks: ['{}', '', ''] })],
    ['a roster that is no JSON', cisReplayFile({ moreBlocks: ['', '', ''] })],
    ['a part missing', cisReplayFile().slice(0, -400)],
    ['an empty payload', cisReplayFile({ stream: new Uint8Array() })],
    ['no replay in it', bytesOf('GIF89a and more bytes')],
  ])('is refused without blame when it has %s', async (_, bytes) => {
    const reason = "This file doesn't have the form of a .korablireplay file and was not stored.";
    expect(await decodeCis(bytes)).toEqual({ ok: false, reason });
  });

  it('is refused under the other client’s name, and when it has code', async () => {
    const reason =
      "The replay's header has no usable list of ships. Choose a file exactly as the game saved it.";
    expect(await decode(cisReplayFile())).toEqual({ ok: false, reason });
    const code = bytesOf(0x80, 2, 'N)R.');
    const withCode = await decodeCis(cisReplayFile({ arenaPickles: [code, code] }));
    expect(withCode).toMatchObject({ ok: false, reason: expect.stringContaining('would run code') });
  });
});
