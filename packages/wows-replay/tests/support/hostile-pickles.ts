import { bytesOf, u32 } from '../../src/encode/byte-writer.ts';

const COMMAND = 'echo pwned';
const TEXT = bytesOf('U', COMMAND.length, COMMAND);

function text(value: string): Uint8Array {
  return bytesOf('X', u32(value.length), value);
}

function protocol(version: number, ...parts: (number | string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return bytesOf(0x80, version, ...parts, '.');
}

function rememberMany(count: number): Uint8Array {
  return Buffer.concat(Array.from({ length: count }, (_, index) => bytesOf('r', u32(index))));
}

/** Pickles that would run code, with every opcode that can. All must be refused. */
export const HOSTILE_PICKLES: readonly (readonly [name: string, pickle: Uint8Array<ArrayBuffer>])[] = [
  ['os.system by REDUCE', protocol(2, 'cos\nsystem\n', TEXT, 0x85, 'R')],
  ['nt.system after honest data', protocol(2, ']q\0(K\x01K\x02e0cnt\nsystem\n', TEXT, 0x85, 'R')],
  ['posix.system in protocol 0 text', protocol(2, `cposix\nsystem\n(S'${COMMAND}'\ntR`)],
  ['builtins eval by REDUCE', protocol(2, 'c__builtin__\neval\n', TEXT, 0x85, 'R')],
  ['builtins of Python 3', protocol(2, 'cbuiltins\nexec\n', TEXT, 0x85, 'R')],
  ['subprocess.Popen by NEWOBJ', protocol(2, 'csubprocess\nPopen\n', TEXT, 0x85, 0x81)],
  ['a class that is only named', protocol(2, 'cos\nsystem\n')],
  ['an unknown class of the game', protocol(2, 'cBigWorld\nEntity\n)', 0x81)],
  ['a module with capitals', protocol(2, 'cResMgr\nopenSection\n', TEXT, 0x85, 'R')],
  ['a function of an allowed module', protocol(2, 'cGameParams\nsystem\n', TEXT, 0x85, 'R')],
  ['REDUCE of an instance', protocol(2, 'cCamouflageInfo\nCamouflageInfo\n)', 0x81, ')R')],
  ['BUILD of a class', protocol(2, 'cCamouflageInfo\nCamouflageInfo\n}b')],
  ['INST of a known class', protocol(2, '(iCamouflageInfo\nCamouflageInfo\n')],
  ['OBJ with arguments', protocol(2, '(cGameParams\nTypeInfo\n', TEXT, 'o')],
  ['REDUCE of plain data', protocol(2, 'N)R')],
  ['INST', protocol(2, '(', TEXT, 'ios\nsystem\n')],
  ['OBJ', protocol(2, '(cos\nsystem\n', TEXT, 'o')],
  ['OBJ of a known class', protocol(2, '(cPlayerModeDef\nPlayerMode\n', TEXT, 'o')],
  ['NEWOBJ of plain data', protocol(2, 'N)', 0x81)],
  ['NEWOBJ_EX', protocol(4, 'cCamouflageInfo\nCamouflageInfo\n)}', 0x92)],
  ['BUILD of plain data', protocol(2, '}}b')],
  ['APPEND to an instance', protocol(2, 'cCamouflageInfo\nCamouflageInfo\n)', 0x81, 'K\x01a')],
  ['SETITEM of an instance', protocol(2, 'cCamouflageInfo\nCamouflageInfo\n)', 0x81, 'K\x01K\x02s')],
  ['STACK_GLOBAL', protocol(4, text('os'), text('system'), 0x93, text(COMMAND), 0x85, 'R')],
  ['STACK_GLOBAL with short text', protocol(4, 0x8c, 2, 'os', 0x94, 0x8c, 6, 'system', 0x94, 0x93)],
  ['STACK_GLOBAL of something else', protocol(4, 'NN', 0x93)],
  ['EXT1', protocol(2, 0x82, 1)],
  ['EXT2', protocol(2, 0x83, 1, 0)],
  ['EXT4', protocol(2, 0x84, 1, 0, 0, 0)],
  ['PERSID', protocol(2, 'Pfile\n')],
  ['BINPERSID', protocol(2, TEXT, 'Q')],
  ['code behind a damaged opcode', protocol(2, 0xff, 'cSomeModule\nrun\n', TEXT, 0x85, 'R')],
  ['code behind an empty stack', protocol(2, '(0cGame\nloads\n', TEXT, 0x85, 'R')],
];

/** Pickles that take too much time, memory or call stack. */
export const EXCESSIVE_PICKLES: readonly (readonly [name: string, pickle: Uint8Array<ArrayBuffer>])[] = [
  ['groups nested 100,000 deep', protocol(2, '('.repeat(100_000))],
  ['lists nested 100,000 deep', protocol(2, '](]('.repeat(50_000))],
  ['900,000 values', protocol(2, '(', 'N'.repeat(900_000), 'l')],
  ['200,000 remembered values', protocol(2, 'N', rememberMany(200_000))],
  ['an integer of 500,000 digits', protocol(2, 0x8b, u32(500_000), new Uint8Array(500_000).fill(7))],
];
