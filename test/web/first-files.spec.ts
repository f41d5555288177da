import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { buildPages } from './console-world.js';

const folder = fileURLToPath(new URL('../../dist/web/', import.meta.url));
const textOf = (ending: string) =>
  readdirSync(`${folder}assets`)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(`${folder}assets/${name}`, 'utf8'))
    .join('\n');
const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-z]+\b/g));

/** By the address of a page: the files that it needs beside those of every page. */
let pages: Readonly<Record<string, readonly string[]>> = {};

beforeAll(async () => {
  await buildPages();
  ({ pages } = JSON.parse(readFileSync(`${folder}ahead.json`, 'utf8')) as { pages: typeof pages });
});

test('a list needs a dozen files at most, and no form', () => {
  const ofDevices = pages['/devices'] ?? [];
  const scripts = ofDevices.map((file) => readFileSync(`${folder}${file}`, 'utf8')).join('\n');
  expect(ofDevices.length).toBeLessThanOrEqual(12);
  expect(scripts).not.toContain('NumberInput');
});

test('no page of the console needs a file of the desk', () => {
  const ofDesk = readdirSync(`${folder}assets`).filter((name) => name.startsWith('desk-frame'));
  const needed = new Set(Object.values(pages).flat());
  expect(ofDesk.length).toBeGreaterThan(0);
  expect(ofDesk.filter((name) => needed.has(`assets/${name}`))).toEqual([]);
});

test('each part of Mantine that a page has is in the styles, and few others are', () => {
  const all = createRequire(import.meta.url).resolve('@mantine/core/styles.css');
  const known = classesIn(readFileSync(all, 'utf8'));
  const used = [...classesIn(textOf('.js'))].filter((name) => known.has(name));
  const styled = classesIn(textOf('.css'));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((name) => !styled.has(name))).toEqual([]);
  expect([...styled].filter((name) => known.has(name)).length).toBeLessThan(used.length * 1.1);
});
