/** The environment variables of the replay decoder. The API and the build of the site must get the same. */

import { isPythonClass } from 'wows-replay/classes';
import { z } from '../schemas/zod.ts';
import { satisfying } from './deployment.ts';
import type { Variables } from './variables.ts';

const classNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

const isReplayClass = (name: string): boolean =>
  name.length <= 100 && /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/.test(name) && !isPythonClass(name);

/** Variables of both decoders: the API's, and the one in the browser. */
export const REPLAY_VARIABLES = {
  REPLAY_EXTRA_CLASSES: {
    schema: z.pipe(
      z._default(
        satisfying(
          (text) => classNames(text).every(isReplayClass),
          'must hold classes such as Module.Class, separated by commas, and none of Python’s own modules, because a replay with one is an attack',
        ),
        '',
      ),
      z.transform(classNames),
    ),
    about:
      'Classes (`Module.Class`) that a game update adds to replays; refused replays log theirs. The build of the site reads it, too, because the editor checks files.',
    example: 'NewModule.NewClass',
    unset: 'none',
  },
} satisfies Variables;
