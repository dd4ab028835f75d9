/**
 * Builds the container image from `deploy/Dockerfile` without an engine and without a registry of images: its base images are
 * made from Debian's packages and npm's.
 */
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { run } from '#scripts/support/processes.ts';
import { ROOT } from '#scripts/support/settings.ts';
import { copyProject } from '#scripts/testing/copy-project.ts';

/** Debian's slim image lacks these folders or what is in them. */
const NOT_SLIM = [
  ...['doc', 'info', 'locale', 'man'].map((name) => `usr/share/${name}`),
  ...['cache/apt', 'lib/apt/lists', 'log'].map((name) => `var/${name}`),
];

const IMAGE = 'fleet-karma';

/** Where the compose file mounts the volume. */
const VOLUME = '/var/lib/fleet-karma';

/** Folders that an engine or buildah fills. */
const MOUNTED = ['dev', 'proc', 'run', 'sys', 'tmp'];

async function succeed(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const { code, output } = await run(command, args, { env });
  if (code !== 0) throw new PlainFailure(`${command} ${args.join(' ')} failed:\n${output.trim()}`);
  return output.trim();
}

/** The mirror from which this machine installs packages; none leaves the choice to debootstrap. */
async function debianMirror(): Promise<string[]> {
  const targets = ['Created-By: Packages', 'Origin: Debian', 'Label: Debian'];
  const { output } = await run('apt-get', ['indextargets', '--format', '$(SITE)', ...targets]);
  return output
    .split('\n')
    .filter((line) => /^https?:/.test(line))
    .slice(0, 1);
}

/** Folder of a tar file with a minimal Debian, which is kept: making it takes half a minute. */
async function debianFolder(release: string, folder: string): Promise<string> {
  const kept = path.join(ROOT, '.cache/debian', release);
  if (existsSync(path.join(kept, 'debian.tar'))) return kept;
  await mkdir(kept, { recursive: true });
  const files = path.join(folder, release);
  await succeed('debootstrap', ['--variant=minbase', release, files, ...(await debianMirror())]);
  for (const name of NOT_SLIM) await rm(path.join(files, name), { recursive: true });
  const part = path.join(kept, `${process.pid}.part`);
  await succeed('tar', ['--create', `--file=${part}`, `--directory=${files}`, '--exclude=./dev/*', '.']);
  await rename(part, path.join(kept, 'debian.tar'));
  return kept;
}

/** npm's setting on this machine, without its warnings. */
const npmSetting = (name: string): Promise<string> => succeed('npm', ['config', 'get', name, '--silent']);

/**
 * Adds Node and the npm of its version. Resolves to the variables with which that npm reaches
 * the registry as this machine's does.
 */
async function addNode(folder: string): Promise<Record<string, string>> {
  await mkdir(path.join(folder, 'bin'), { recursive: true });
  await cp(process.execPath, path.join(folder, 'bin/node'));
  await succeed('npm', ['install', '--global', `--prefix=${folder}`, 'npm@11']);
  const variables = { npm_config_registry: await npmSetting('registry') };
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (!certificates) return variables;
  await cp(certificates, path.join(folder, 'certificates.pem'), { dereference: true });
  return { ...variables, NODE_EXTRA_CA_CERTS: '/usr/local/certificates.pem' };
}

/** buildah with its store in one folder. Nothing of this machine's user reaches the build: its home folder is new. */
async function createBuildah(folder: string) {
  const [home, temporary] = ['home', 'temporary'].map((name) => path.join(folder, name)) as [string, string];
  for (const name of [home, temporary]) await mkdir(name);
  const proxies = Object.entries(process.env).filter(([name]) => /_proxy$/i.test(name));
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: temporary, ...Object.fromEntries(proxies) };
  const store = [`--root=${path.join(folder, 'storage')}`, `--runroot=${path.join(folder, 'state')}`];
  const buildah = (...args: string[]): Promise<string> => succeed('buildah', [...store, ...args], env);
  // Only this format has health checks.
  const how = ['--isolation=chroot', '--pull-never', '--format=docker'];
  return {
    store,
    env,
    buildah,
    /** Builds an image from a folder with a Dockerfile, by path. */
    build: (tag: string, context: string, file: string, ...options: string[]) =>
      buildah('bud', ...how, ...options, `--file=${file}`, `--tag=${tag}`, context),
  };
}
type Buildah = Awaited<ReturnType<typeof createBuildah>>;

/** Builds the images that the Dockerfile names: first the one with Node, then Debian's. */
async function buildBases({ build }: Buildah, folder: string, dockerfile: string): Promise<void> {
  const file = path.join(folder, 'Containerfile');
  const buildBase = async (tag: string, context: string, lines: readonly string[]): Promise<void> => {
    await writeFile(file, lines.join('\n'));
    await build(`docker.io/library/${tag}`, context, file);
  };
  const [node = '', debian = ''] = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name);
  const release = /:(\w+)-slim$/.exec(debian)?.[1] ?? '';
  await buildBase(debian, await debianFolder(release, folder), ['FROM scratch', 'ADD debian.tar /']);
  const context = path.join(folder, 'node');
  const variables = await addNode(path.join(context, 'local'));
  await buildBase(node, context, [
    `FROM docker.io/library/${debian}`,
    'ADD local /usr/local',
    ...Object.entries(variables).map(([name, value]) => `ENV ${name}=${value}`),
  ]);
}

/** Unpacks the built image. */
async function unpack({ buildah, store, env }: Buildah) {
  await buildah('from', '--pull-never', `--name=${IMAGE}`, IMAGE);
  // buildah would mount a folder of its own there.
  await buildah('config', `--volume=${VOLUME}-`, IMAGE);
  const files = await buildah('mount', IMAGE);
  const readField = async (field: string): Promise<unknown> =>
    JSON.parse(await buildah('inspect', '--type=image', `--format={{.${field}}}`, IMAGE));
  const { layers } = (await readField('Manifest')) as { layers: { size: number }[] };
  const { config } = (await readField('Config')) as { config: { Cmd: string[] } };
  const { uid, gid } = await stat(path.join(files, VOLUME));
  const readOnly = (await readdir(files, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !MOUNTED.includes(entry.name))
    .map(({ name }) => `--volume=${path.join(files, name)}:/${name}:ro`);
  const how = ['run', '--isolation=chroot', '--mount=type=tmpfs,destination=/tmp', ...readOnly];
  return {
    /** Program and arguments that it starts. */
    command: config.Cmd,
    /** Bytes of its layers: Debian's, and those of this project as one. */
    layers: layers.map(({ size }) => size),
    /** The folder with its files. */
    files,
    /** Makes a folder for its volume, with the owner that the image gives it. */
    async createVolume(volume: string): Promise<void> {
      await mkdir(volume, { mode: 0o700 });
      await chown(volume, uid, gid);
    },
    /**
     * Program and arguments that run a command in it as the compose file does: only the volume and /tmp can be written to. It
     * uses this machine's network.
     */
    runIn(volume: string, settings: Readonly<Record<string, string>>, command: readonly string[]) {
      const variables = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`);
      const args = [...store, ...how, `--volume=${volume}:${VOLUME}`, ...variables, IMAGE, '--', ...command];
      return { program: 'buildah', args, env };
    },
    /** Its folder can be removed then. */
    close: async () => void (await buildah('rm', '--all')),
  };
}

/** Builds the image from what a fresh clone has. All files are in `folder`, but what `.cache` keeps. */
export async function buildImage(folder: string) {
  const tool = await createBuildah(folder);
  const project = path.join(folder, 'project');
  await copyProject(project);
  const dockerfile = path.join(project, 'deploy/Dockerfile');
  await buildBases(tool, folder, await readFile(dockerfile, 'utf8'));
  // The lockfile's hashes verify the packages that come from there.
  const cache = await npmSetting('cache');
  await mkdir(cache, { recursive: true });
  await tool.build(IMAGE, project, dockerfile, `--volume=${cache}:/root/.npm`);
  return unpack(tool);
}
export type Image = Awaited<ReturnType<typeof buildImage>>;
