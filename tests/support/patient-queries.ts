/** Lets `findBy…` and `waitFor` wait longer than a second on a busy machine. Imported for its side effect. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });
