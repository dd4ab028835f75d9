/** `npm run docs`: writes the generated files of `docs/` and the sprite of emblems. `npm test` fails when one is out of date. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { flagSprite } from '#lib/domain/signal-flags.ts';
import { behaviourTestsDocument } from '#scripts/docs/behaviour.ts';
import { configurationDocument } from '#scripts/docs/configuration.ts';
import { openApiText } from '#scripts/docs/openapi.ts';
import { permissionsDocument } from '#scripts/docs/permissions.ts';
import { ROOT } from '#scripts/support/settings.ts';

/** File below `docs/` → its text. */
const DOCUMENTS: Readonly<Record<string, () => string>> = {
  'behaviour-tests.md': behaviourTestsDocument,
  'configuration.md': configurationDocument,
  'openapi.json': openApiText,
  'permissions.md': permissionsDocument,
};

for (const [name, write] of Object.entries(DOCUMENTS)) {
  await writeFile(path.join(ROOT, 'docs', name), write());
  console.log(`docs/${name}`);
}

await writeFile(path.join(ROOT, 'src/islands/ui/emblems.svg'), flagSprite());
console.log('src/islands/ui/emblems.svg');
