import { describe } from '@jest/globals';
import { coordinator } from './citus-database.js';

if (!coordinator) process.stderr.write('Suites on Citus are skipped: USHER_TEST_CITUS_URL names none\n');

/** A suite that needs a Citus, which Debian does not have; skipped, with a line, where none is named. */
export const withCitus = coordinator ? describe : describe.skip;
