/**
 * Stands in for a minimap renderer: `node renderer.mjs <mode> [marker] <replay> <video>`. Modes: ok, fail, hang, huge,
 * text, nothing, second-time (fails unless the marker exists), environment (puts what it is given into the video).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [mode, ...rest] = process.argv.slice(2);
const video = rest.pop();
const replay = rest.pop();
const [marker] = rest;

const mp4 = (text = '') => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftypisom${text}`)]);

const modes = {
  ok: () => writeFileSync(video, mp4(`rendered ${readFileSync(replay).length} bytes`)),
  fail: () => {
    console.error('no such map');
    process.exitCode = 3;
  },
  hang: () => setTimeout(() => {}, 60_000),
  huge: () => {
    writeFileSync(video, Buffer.alloc(2_000_000));
    setTimeout(() => {}, 60_000);
  },
  text: () => writeFileSync(video, 'a video, honestly'),
  nothing: () => {},
  'second-time': () => {
    if (existsSync(marker)) return modes.ok();
    writeFileSync(marker, '');
    return modes.fail();
  },
  environment: () => writeFileSync(video, mp4(JSON.stringify(Object.keys(process.env).sort()))),
};
modes[mode]();
