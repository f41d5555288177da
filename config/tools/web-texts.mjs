#!/usr/bin/env node
// The console's texts: none stands in a page by itself, and with --catalogues (the tests), every one is in them, in all
// languages.
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const spoken = new Set(['label', 'title', 'placeholder', 'description', 'alt', 'aria-label', 'message']);
/** Names, which are the same in every language. */
const names = new Set(['Usher']);
const looksIntoCatalogues = process.argv.includes('--catalogues');
const faults = [];

const catalogues = globSync(looksIntoCatalogues ? 'web/locales/*.po' : []).map((file) => {
  const text = readFileSync(file, 'utf8').replaceAll(/"\n"/g, '');
  const entries = [...text.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)];
  for (const [, id, translation] of entries) if (translation === '') faults.push(`${file}: not translated: ${id}`);
  return { file, ids: new Set(entries.map(([, id]) => id.replaceAll('\\"', '"'))) };
});

for (const file of globSync('web/src/**/*.{ts,tsx}')) {
  if (file.endsWith('schema.d.ts')) continue;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const at = (node) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const isText = (text) => /\p{L}{2}/u.test(text) && !names.has(text.trim());
  const known = (node, id) => {
    for (const { file: catalogue, ids } of catalogues)
      if (!ids.has(id)) faults.push(`${at(node)}: not in ${catalogue} (npm run texts): ${id}`);
  };
  const visit = (node, isTranslated) => {
    const tag = ts.isJsxElement(node) ? node.openingElement.tagName.getText() : '';
    if (ts.isTaggedTemplateExpression(node) && /^(?:t|msg)$/.test(node.tag.getText())) {
      if (ts.isNoSubstitutionTemplateLiteral(node.template)) known(node, node.template.text);
    } else if (tag === 'Trans' && node.children.every(ts.isJsxText))
      known(node, node.children.map(({ text }) => text.trim().replaceAll(/\s*\n\s*/g, ' ')).join(''));
    else if (ts.isJsxText(node) && !isTranslated && isText(node.text))
      faults.push(`${at(node)}: text outside the catalogues: ${node.text.trim()}`);
    else if ((ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && file.endsWith('.tsx')) {
      const value = node.initializer;
      if (value && ts.isStringLiteral(value) && spoken.has(node.name.getText()) && isText(value.text))
        faults.push(`${at(node)}: text outside the catalogues: ${value.text}`);
    } else if (ts.isParameter(node) && node.name.getText() === 't')
      faults.push(`${at(node)}: \`t\` handed on is no macro: call useLingui() where the text is`);
    ts.forEachChild(node, (child) => visit(child, isTranslated || tag === 'Trans'));
  };
  visit(source, false);
}

for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
