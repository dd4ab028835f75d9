/** The files in a folder (rule 15.8). */

import { createTestFiles } from '#tests/support/api.ts';
import { testFileStore } from '#tests/support/file-store-contract.ts';

testFileStore(async () => createTestFiles());
