import { ApiProperty } from '@nestjs/swagger';
import type { CaptivePortalFields } from '../../console/captive-portals/captive-portal.js';
import { CaptivePortalChangeDto } from '../../console/captive-portals/captive-portal.dto.js';
import { type PortalLanguage, portalLanguages } from '../../console/captive-portals/portal-languages.js';
import { checkOf } from '../../http/body/dto-check.js';
import { Field, OneOfField } from '../../http/body/fields.js';
import { readMatching, Wrong } from '../../http/body/readers.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { type PreviewPage, previewPages } from './preview-pages.js';

@BodyExample({ draft: { theme: { title: 'Welcome', colour: '#1a4f8b' } }, page: 'first', language: 'de' })
export class PortalPreviewInputDto {
  /** The fields that differ from what is saved, as PATCH takes them. */
  @Field(readDraft, { required: false, type: CaptivePortalChangeDto })
  draft?: Partial<CaptivePortalFields>;

  /**
   * `empty`: a form was sent empty. `refused`: the input matches nobody. `third_fact`: one more detail is required.
   * `locked`: too many tries. `not_let_in`: the gateway fails. `away`: the database is unreachable.
   */
  @OneOfField(previewPages, { required: false, default: 'first', example: 'first' })
  page?: PreviewPage;

  /** The guest's choice; a language that is not offered becomes the portal's first. */
  @OneOfField(portalLanguages, { required: false, example: 'de' })
  language?: PortalLanguage;

  /** The nonce of the page that shows this: a frame inherits that page's policy. */
  @Field(readMatching(/^[\w-]{1,64}$/, 'must have up to 64 letters, digits, dashes and underscores'), {
    required: false,
    type: String,
    pattern: '^[\\w-]{1,64}$',
    example: 'q0mVh3yq',
  })
  style_nonce?: string;
}

/** Field names as in the code. */
export interface PortalPreviewInput {
  readonly draft?: Partial<CaptivePortalFields>;
  readonly page?: PreviewPage;
  readonly language?: PortalLanguage;
  readonly styleNonce?: string;
}

export class PreviewColoursDto {
  /** Colour of buttons. */
  @ApiProperty({ example: '#1a4f8b' })
  colour: string;
  /** Colour of their text: white or black, whichever reads better. */
  @ApiProperty({ example: '#ffffff' })
  text_colour: string;
  /** Contrast of a button with the white page; at least 3. */
  @ApiProperty({ type: 'number', format: 'double', example: 8.2 })
  contrast_with_page: number;
  /** Contrast of a button's text; at least 4.5. */
  @ApiProperty({ type: 'number', format: 'double', example: 8.2 })
  contrast_of_text: number;
}

export class PortalPreviewDto {
  /** The page, for a frame that runs no scripts and sends no forms. */
  @ApiProperty({ example: '<!doctype html>…' })
  html: string;
  /** The HTTP status that a guest's browser gets. */
  @ApiProperty({ type: 'integer', example: 200 })
  status: number;
  /** Its language. */
  @ApiProperty({ enum: portalLanguages })
  language: string;
  /** Its direction of writing. */
  @ApiProperty({ enum: ['ltr', 'rtl'] })
  direction: string;
  /** The pages that such a portal has. */
  @ApiProperty({ isArray: true, enum: previewPages })
  pages: readonly PreviewPage[];
  /** Methods of the draft that cannot be offered because something is missing: mail, SMS, a directory, hosts. */
  @ApiProperty({ type: [String], example: ['approval'] })
  left_out: readonly string[];
  /** Contrast of buttons. */
  @ApiProperty({ type: PreviewColoursDto })
  colours: PreviewColoursDto;
}

/** Problems point inside this value. */
function readDraft(value: unknown): unknown {
  const { values, errors } = checkOf(CaptivePortalChangeDto).fromApi(value);
  return Wrong.all(errors.map(({ pointer, detail }) => new Wrong(detail, pointer.slice(1)))) ?? values;
}
