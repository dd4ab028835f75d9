/** Which renderer makes videos, and which moments they show. */
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { rendererOf } from '#api/config/load-config.ts';
import { canRender } from '#api/jobs/replays/attempt.ts';
import { commandOf } from '#api/jobs/replays/render.ts';
import { frameTimes } from '#api/jobs/replays/video.ts';
import { testConfig } from '#tests/support/api.ts';
import { makeFacts } from '#tests/support/builders.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();
const put = (name: string, mode: number) => {
  writeFileSync(path.join(folder, name), '#!/bin/sh\n');
  chmodSync(path.join(folder, name), mode);
};

describe('the renderer (Rule 25.27)', () => {
  test('is ours where the PATH has ffmpeg, and none where it has not', () => {
    expect(rendererOf(undefined, `/nowhere:${folder}`)).toBeNull();
    put('ffmpeg', 0o600);
    expect(rendererOf(undefined, folder)).toBeNull();
    put('ffmpeg', 0o700);
    const renderer = rendererOf(undefined, `relative:/nowhere:${folder}`);
    expect(renderer).toBe('own');
    const command = commandOf('own', ['Module.Class', 'Other.Class']);
    expect(command.at(0)).toBe(process.execPath);
    expect(existsSync(command.at(-3) ?? '')).toBe(true);
    expect(command.slice(-2)).toEqual(['Module.Class,Other.Class', '']);
    expect(commandOf('own', [], '/srv/minimaps').slice(-2)).toEqual(['', '/srv/minimaps']);
  });

  test('is the program that MINIMAP_RENDERER names, for every replay', () => {
    const renderer = rendererOf(' python3 render.py ', folder);
    expect(renderer).toEqual(['python3', 'render.py']);
    expect(commandOf(renderer ?? 'own', ['Module.Class'])).toEqual(['python3', 'render.py']);
    const file = { timeline: null, facts: makeFacts() };
    expect(canRender({ minimapRenderer: renderer }, file)).toBe(true);
    expect(canRender({ minimapRenderer: 'own' }, file)).toBe(false);
    const unread = { timeline: null, facts: makeFacts({ source: 'none' }) };
    expect(canRender({ minimapRenderer: renderer }, unread)).toBe(false);
  });

  test('is none with MINIMAP_RENDERER=none, whatever the machine has', () => {
    expect(testConfig({ MINIMAP_RENDERER: 'none', PATH: folder }).minimapRenderer).toBeNull();
    expect(testConfig({ PATH: folder }).minimapRenderer).not.toBeNull();
  });
});

describe('the moments of a video (Rule 25.27)', () => {
  test('are a second of the battle apart, from a minute before the start to the end', () => {
    const times = frameTimes({ from: -900, to: 12_000 });
    expect(times.slice(0, 3)).toEqual([-600, -590, -580]);
    expect(times.at(-1)).toBe(12_000);
    // 63 s at 20 frames per second, and 2 s of the end.
    expect(times.length).toBe(1260 + 40);
  });

  test('are bounded, however long a file says that the battle was', () => {
    const times = frameTimes({ from: 0, to: 2_000_000_000 });
    expect(times.length).toBeLessThanOrEqual(4040);
    expect(times.at(-1)).toBe(2_000_000_000);
    expect(frameTimes({ from: 0, to: 0 }).every((time) => time === 0)).toBe(true);
  });
});
