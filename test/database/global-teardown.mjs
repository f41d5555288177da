export default async function globalTeardown() {
  await globalThis.stopTestServer?.();
  try {
    globalThis.removeTemporaryFolder?.();
  } catch (error) {
    // A program that outlived its test holds it, which is no failure of a test.
    process.stderr.write(`The tests' temporary folder stays: ${error}\n`);
  }
}
