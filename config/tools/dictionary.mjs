#!/usr/bin/env node
// Makes config/radius-dictionary.json from a FreeRADIUS dictionary folder (Debian: freeradius-common):
//   node config/tools/dictionary.mjs /usr/share/freeradius 3.2.1
// The dictionaries are CC-BY 4.0, "The FreeRADIUS Server project and contributors"; NOTICE says so.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder = '/usr/share/freeradius', version = 'unknown'] = process.argv.slice(2);
/** Not RADIUS on the wire: the server's own, and other protocols'. */
const left = /dictionary\.(freeradius\.internal|dhcp|vqp|bfd|eap\.aka|arp)/;

const vendors = new Map();
const attributes = new Map();
const numbers = new Map();

read(path.join(folder, 'dictionary'));
const list = [...attributes.values()].map(({ values, ...rest }) => ({
  ...rest,
  ...(values.length > 0 ? { values } : {}),
}));
writeFileSync(
  new URL('../radius-dictionary.json', import.meta.url),
  `{"source":"FreeRADIUS ${version} dictionaries, CC-BY ` +
    `4.0","vendors":[\n${lines([...vendors.values()])}\n],"attributes":[\n${lines(list)}\n]}\n`,
);
console.log(`${vendors.size} vendors, ${attributes.size} attributes`);

function lines(records) {
  return records.map((record) => JSON.stringify(record)).join(',\n');
}

function read(file) {
  let vendor = null;
  const parents = [];
  for (const raw of readFileSync(file, 'latin1').split('\n')) {
    const words = raw.replace(/#.*$/, '').trim().split(/\s+/);
    const [word, ...rest] = words;
    if (word === '$INCLUDE' || word === '$INCLUDE-') {
      if (!left.test(rest[0])) read(path.resolve(path.dirname(file), rest[0]));
    } else if (word === 'VENDOR') vendors.set(rest[0], { name: rest[0], id: Number(rest[1]) });
    else if (word === 'BEGIN-VENDOR') vendor = rest[0];
    else if (word === 'END-VENDOR') vendor = null;
    else if (word === 'BEGIN-TLV') parents.push(rest[0]);
    else if (word === 'END-TLV') parents.pop();
    else if (word === 'ATTRIBUTE') attribute(rest, vendor, parents.at(-1));
    else if (word === 'VALUE') value(rest);
  }
}

function attribute([name, number, type, flags], vendor, parent) {
  const own = number
    .split('.')
    .map((part) => Number(part))
    .join('.');
  const base = parent ? `${numbers.get(parent)}.` : vendor ? `26.${vendors.get(vendor)?.id}.` : '';
  const full = vendor && !parent && number.startsWith('26.') ? own : base + own;
  numbers.set(name, full);
  // 256 and above are the server's own, never on the wire.
  if (!vendor && Number(full.split('.')[0]) > 255) return;
  const options = (flags ?? '').split(',').filter(Boolean);
  attributes.set(name, {
    name,
    number: full,
    vendor,
    type: type.replace(/\[.*$/, ''),
    ...(options.some((option) => option === 'has_tag') ? { tagged: true } : {}),
    ...(options.some((option) => option.startsWith('encrypt=')) ? { encrypted: true } : {}),
    values: [],
  });
}

function value([name, label, number]) {
  attributes.get(name)?.values.push([label, Number(number)]);
}
