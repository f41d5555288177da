import { validateSync } from 'class-validator';
import type { FieldProblem } from '../../kernel/errors.js';
import type { Reach } from '../../kernel/reach.js';
import { wrong } from '../../provisioning/connector/shape.js';
import { settingsClass } from './setting-rules.js';
import type { VendorFile, VendorSetting } from './vendor-file.js';

/**
 * Defaults and examples that no operator could save: of another type or form than their own setting, or an address
 * that the deployment forbids. A default leads where nobody typed anything, so it is refused with the file. A name may
 * stand for a private address only later; each request looks again.
 */
export function wrongSettingValues(file: VendorFile, reach: Reach): FieldProblem[] {
  const type = settingsClass(file);
  return Object.entries(file.settings).flatMap(([name, setting]) => {
    const at = `#/settings/${name}`;
    return [
      ...('default' in setting
        ? [...misfits(type, name, setting.default, `${at}/default`), ...wrongTarget(setting, `${at}/default`, reach)]
        : []),
      ...(setting.examples ?? []).flatMap((example, index) => misfits(type, name, example, `${at}/examples/${index}`)),
    ];
  });
}

/** What the engine says to somebody who saves a connection with this value. */
function misfits(type: new () => object, name: string, value: unknown, at: string): FieldProblem[] {
  if (value === null || value === undefined) return wrong(at, 'has no value: write one, or leave the member out');
  const errors = validateSync(Object.assign(new type(), { [name]: value }), { forbidUnknownValues: false });
  const said = errors.filter(({ property }) => property === name);
  const [first] = said.flatMap(({ constraints = {} }) => Object.values(constraints));
  return first === undefined ? [] : wrong(at, first.replace(new RegExp(`^${name} `), ''));
}

function wrongTarget({ format, default: address }: VendorSetting, at: string, reach: Reach): FieldProblem[] {
  const url = format === 'uri' && typeof address === 'string' ? URL.parse(address) : null;
  if (!url) return [];
  if (url.username || url.password) return wrong(at, 'must not hold a user name or password: make them settings');
  return reach.allowsSaved(url.hostname)
    ? []
    : wrong(at, 'is a private or local address: write the public one, or set USHER_ALLOW_PRIVATE_TARGETS=true');
}
