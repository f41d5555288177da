import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const lock = fileURLToPath(new URL('../../node_modules/.usher-build.lock', import.meta.url));

/**
 * One build at a time in a checkout, whoever wants it: commands and test files begin at the same moment. The lock is a
 * file that names its process, so that nobody waits for one that was killed.
 */
export async function withBuildLock(work) {
  while (!take()) {
    if (isAbandoned()) rmSync(lock, { force: true });
    else
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
  }
  const release = () => rmSync(lock, { force: true });
  // A build that fails ends the process.
  process.once('exit', release);
  try {
    work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** True also where nobody may write: such a build says itself what it lacks. */
function take() {
  const mine = `${lock}.${process.pid}`;
  try {
    writeFileSync(mine, String(process.pid));
    // It appears with its content, and only if there is none.
    linkSync(mine, lock);
    return true;
  } catch (error) {
    return error.code !== 'EEXIST';
  } finally {
    rmSync(mine, { force: true });
  }
}

function isAbandoned() {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
