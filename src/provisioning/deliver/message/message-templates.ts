import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { parse } from 'yaml';
import { oneLine } from '../../../kernel/sending/one-line.js';
import type { Scope } from '../../access/record-scope.js';
import { Templates } from '../../access/template.js';

export interface MailTemplate {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What goes out in one language. */
export interface LanguageTemplates {
  readonly email?: Partial<MailTemplate>;
  readonly sms?: { readonly text: string };
}

/** By language (ISO 639-1). */
export type TemplateOverrides = Readonly<Record<string, LanguageTemplates>>;

const folder = fileURLToPath(new URL('../../../../config/templates', import.meta.url));
const lastResort = 'en';
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const longestMessageTemplate = 20_000;
const longestSms = 1000;

/** In an HTML page values are escaped, whatever they contain. */
export const htmlTemplates = new Templates({
  longest: longestMessageTemplate,
  escape: (value) => plain(value).replaceAll(/[&<>"']/g, (character) => entities[character]),
});
export const textTemplates = new Templates({ longest: longestMessageTemplate });

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/**
 * Messages with credentials: config/templates/<language>.yaml, and what an organization or a connection says instead.
 */
@Injectable()
export class MessageTemplates {
  private readonly shipped: ReadonlyMap<
    string,
    LanguageTemplates & { readonly email: MailTemplate; readonly sms: { readonly text: string } }
  >;

  constructor() {
    this.shipped = new Map(
      readdirSync(folder)
        .filter((file) => file.endsWith('.yaml'))
        .map((file) => [path.basename(file, '.yaml'), parse(readFileSync(path.join(folder, file), 'utf8'))]),
    );
  }

  /** The first available language: the person's, the house's, English. `pt-BR` counts as Portuguese. */
  language(overrides: TemplateOverrides, ...wanted: readonly (string | null | undefined)[]): string {
    const known = wanted.flatMap((each) => (each ? [each.toLowerCase().split(/[-_]/)[0]] : []));
    return known.find((each) => this.shipped.has(each) || Object.hasOwn(overrides, each)) ?? lastResort;
  }

  /** @throws TemplateProblem */
  mail(overrides: TemplateOverrides, language: string, scope: Scope): MailTemplate {
    const own = Object.hasOwn(overrides, language) ? overrides[language].email : undefined;
    const { subject, text, html } = { ...this.of(language).email, ...own };
    return {
      subject: oneLine(textTemplates.render(subject, scope), 200),
      text: textTemplates.render(text, scope),
      html: htmlTemplates.render(html, scope),
    };
  }

  /** @throws TemplateProblem */
  sms(overrides: TemplateOverrides, language: string, scope: Scope): string {
    const own = Object.hasOwn(overrides, language) ? overrides[language].sms : undefined;
    return textTemplates
      .render((own ?? this.of(language).sms).text, scope)
      .trim()
      .slice(0, longestSms);
  }

  private of(language: string) {
    const shipped = this.shipped.get(language) ?? this.shipped.get(lastResort);
    if (!shipped) throw new Error(`config/templates/${lastResort}.yaml is missing`);
    return shipped;
  }
}
