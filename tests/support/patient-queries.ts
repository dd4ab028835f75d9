/** Lets `findBy…` and `waitFor` wait longer than a second, so that a busy machine passes. Import it for its side effect. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });
