import type { DeclaredContent } from '../../../provisioning/connector/files.js';

/**
 * A marker says that a file is finished; it may say how many rows it has, or its SHA-256 as sha256sum writes it, or
 * both as JSON.
 */
export function declaredBy(marker: string): DeclaredContent {
  const text = marker.trim();
  const manifest = text.startsWith('{') ? parsed(text) : null;
  const rows = manifest ? manifest.rows : /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  const digest = manifest ? manifest.sha256 : /^([0-9a-fA-F]{64})(\s|$)/.exec(text)?.[1];
  return {
    ...(Number.isInteger(rows) ? { rows: rows as number } : {}),
    ...(typeof digest === 'string' && /^[0-9a-fA-F]{64}$/.test(digest) ? { digest } : {}),
  };
}

function parsed(text: string): { readonly rows?: unknown; readonly sha256?: unknown } {
  try {
    return JSON.parse(text) as { rows?: unknown; sha256?: unknown };
  } catch {
    return {};
  }
}
