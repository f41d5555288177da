/** From what `npm start` runs: the same code, which finds its configuration where that lies. */
export async function built<Module>(file: string): Promise<Module> {
  return (await import(new URL(`../../dist-modules/${file}`, import.meta.url).href)) as Module;
}
