/** Where a region's build is uploaded to: a folder of this machine, or one that rsync reaches. */
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { run } from '#scripts/support/processes.ts';

/** A place for files. Names are relative to it, with `/`. */
export interface UploadTarget {
  /** The texts of files in `folder`, by name; missing files have none. */
  read(folder: string, names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Writes a file whole: visitors get the old or the new one. */
  write(name: string, text: string): Promise<void>;
  /** Copies the files of `source` into `folder`, unless it already has them with the same content. */
  put(source: string, folder: string, names: readonly string[]): Promise<void>;
  /** Removes files below `folder`; missing ones are ignored. */
  remove(folder: string, names: readonly string[]): Promise<void>;
}

/** The texts of the files that exist. */
async function readTexts(folder: string, names: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const name of names) {
    const text = await readFile(path.join(folder, name), 'utf8').catch(missingIsNull);
    if (text !== null) texts.set(name, text);
  }
  return texts;
}

const missingIsNull = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  const unfinished = path.join(path.dirname(file), `.${path.basename(file)}.unfinished`);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o755 });
  await writeFile(unfinished, content, { mode: 0o644 });
  await rename(unfinished, file);
}

/** A folder of this machine, which may be a mounted one. */
function folderTarget(root: string): UploadTarget {
  return {
    read: (folder, names) => readTexts(path.join(root, folder), names),
    write: (name, text) => writeWhole(path.join(root, name), text),
    async put(source, folder, names) {
      for (const name of names) {
        const file = path.join(root, folder, name);
        const [wanted, found] = await Promise.all([
          readFile(path.join(source, name)),
          readFile(file).catch(missingIsNull),
        ]);
        // An unchanged file keeps its date, of which web servers make the ETag.
        if (found === null || !wanted.equals(found)) await writeWhole(file, wanted);
      }
    },
    async remove(folder, names) {
      for (const name of names) await rm(path.join(root, folder, name), { force: true });
    },
  };
}

/** rsync's code when a file to copy does not exist. */
const PARTIAL = 23;

/** Filter rules of rsync for these files alone: their folders, the files, and nothing else. */
function rulesFor(names: readonly string[]): string {
  const parents = (name: string): string[] =>
    name.split('/').map((_, index, parts) => `${parts.slice(0, index).join('/')}/`);
  const wanted = new Set(names.flatMap((name) => [...parents(name).slice(1), name]));
  return [...[...wanted].map((name) => `+ /${name.replace(/[[*?\\]/g, '\\$&')}`), '- *'].join('\n');
}

/** A folder that rsync reaches, such as `deploy@host:/srv/site`. Needs rsync 3.2.3 on this machine. */
function rsyncTarget(root: string): UploadTarget {
  const rsync = async (...args: string[]): Promise<number> => {
    const { code, output } = await run('rsync', args).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new PlainFailure('Uploading to another machine needs rsync: install it and try again.');
    });
    if (code !== 0 && code !== PARTIAL)
      throw new PlainFailure(`rsync to ${root} failed (code ${code}):\n${output.trim()}`);
    return code;
  };
  /** Calls `use` with the path of a temporary file. */
  const withFile = async <T>(text: string, use: (file: string) => Promise<T>): Promise<T> => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'upload-'));
    try {
      await writeFile(path.join(folder, 'file'), text);
      return await use(path.join(folder, 'file'));
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const copy = ['--recursive', '--checksum', '--mkpath', '--chmod=D755,F644'];
  return {
    read: (folder, names) =>
      withFile('', async (file) => {
        const copies = `${path.dirname(file)}/copies`;
        // Not with a list of files: the daemon of rsync 3.2.7 then says that they have vanished.
        const wanted = names.map((name) => `${root}/${folder}/./${name}`);
        if (wanted.length > 0) await rsync('--checksum', '--relative', ...wanted, `${copies}/`);
        return readTexts(copies, names);
      }),
    write: (name, text) =>
      withFile(text, async (file) => {
        await rsync('--checksum', '--mkpath', '--chmod=F644', file, `${root}/${name}`);
      }),
    put: (source, folder, names) =>
      withFile(names.join('\n'), async (list) => {
        const code = await rsync(...copy, `--files-from=${list}`, `${source}/`, `${root}/${folder}/`);
        if (code !== 0) throw new PlainFailure(`rsync could not read all files of ${source}.`);
      }),
    // By an empty copy of their folders. Debian's rsync 3.2.7 with its security fixes refuses `--delete-missing-args`.
    remove: (folder, names) =>
      withFile(rulesFor(names), async (rules) => {
        const source = `${path.dirname(rules)}/empty`;
        for (const name of names) await mkdir(path.join(source, path.dirname(name)), { recursive: true });
        await rsync(...copy, '--delete', `--include-from=${rules}`, `${source}/`, `${root}/${folder}/`);
      }),
  };
}

/** The target that the user named: `host:folder` and `rsync://` for rsync, anything else is a folder. */
export const targetOf = (text: string): UploadTarget =>
  /^(rsync:\/\/|[^/\\]+:)/.test(text)
    ? rsyncTarget(text.replace(/\/+$/, ''))
    : folderTarget(path.resolve(text));
