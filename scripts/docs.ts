/** `npm run docs`: writes the pages that are made from the project itself. `npm test` fails when they differ. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { behaviourDocument } from '#scripts/docs/behaviour.ts';
import { permissionsDocument } from '#scripts/docs/permissions.ts';
import { ROOT } from '#scripts/support/settings.ts';

/** File below `docs/` → what it says. */
const DOCUMENTS: Readonly<Record<string, () => string>> = {
  'behaviour.md': behaviourDocument,
  'permissions.md': permissionsDocument,
};

for (const [name, write] of Object.entries(DOCUMENTS)) {
  await writeFile(path.join(ROOT, 'docs', name), write());
  console.log(`docs/${name}`);
}
