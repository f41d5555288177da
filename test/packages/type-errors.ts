import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { packagingFolder } from './packaging-tools.js';

/** What TypeScript has against a source that imports types of config/packaging. Literals must have no property more. */
export function typeErrors(source: string): string[] {
  const place = mkdtempSync(path.join(packagingFolder, 'node_modules/.types-'));
  try {
    const file = path.join(place, 'literal.ts');
    writeFileSync(file, source);
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').slice(0, 2_000));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
