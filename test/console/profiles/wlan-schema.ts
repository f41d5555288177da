import { readdirSync, readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';

const folder = 'test/console/profiles/schemas';
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.xsd'))
  .map((fileName) => ({ fileName, contents: readFileSync(`${folder}/${fileName}`, 'utf8') }));
const root = 'wlan-profile-v1.xsd';

/** What the schemas do not permit, in xmllint's words; nothing when the profile is valid. */
export async function schemaProblems(xml: string): Promise<string[]> {
  const { valid, errors, rawOutput } = await validateXML({
    xml: { fileName: 'profile.xml', contents: xml },
    schema: files.filter(({ fileName }) => fileName === root),
    preload: files.filter(({ fileName }) => fileName !== root),
  });
  if (!valid && errors.length === 0) throw new Error(rawOutput);
  return errors.map(({ message }) => message);
}
