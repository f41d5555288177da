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
   * `empty`: a form was sent with nothing in it. `refused`: what was typed fits nobody. `third_fact`: one more detail
   * is asked for. `locked`: too many tries. `not_let_in`: the gateway fails. `away`: the database does.
   */
  @OneOfField(previewPages, { required: false, default: 'first', example: 'first' })
  page?: PreviewPage;

  /** As a guest chooses it; one that is not offered becomes the portal's first. */
  @OneOfField(portalLanguages, { required: false, example: 'de' })
  language?: PortalLanguage;

  /** The number used once by which the page that shows this lets styles through: a frame's policy is its page's. */
  @Field(readMatching(/^[\w-]{1,64}$/, 'must have up to 64 letters, digits, dashes and underscores'), {
    required: false,
    type: String,
    pattern: '^[\\w-]{1,64}$',
    example: 'q0mVh3yq',
  })
  style_nonce?: string;
}

/** As the code names the fields. */
export interface PortalPreviewInput {
  readonly draft?: Partial<CaptivePortalFields>;
  readonly page?: PreviewPage;
  readonly language?: PortalLanguage;
  readonly styleNonce?: string;
}

export class PreviewColoursDto {
  /** Of buttons. */
  @ApiProperty({ example: '#1a4f8b' })
  colour: string;
  /** Of what is written on them: white or black, whichever reads better. */
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
  /** The page, for a frame that runs no script and sends no form. */
  @ApiProperty({ example: '<!doctype html>…' })
  html: string;
  /** The HTTP status that a guest's browser gets. */
  @ApiProperty({ type: 'integer', example: 200 })
  status: number;
  /** In which language it is. */
  @ApiProperty({ enum: portalLanguages })
  language: string;
  /** Which way that language is written. */
  @ApiProperty({ enum: ['ltr', 'rtl'] })
  direction: string;
  /** The pages that such a portal has. */
  @ApiProperty({ isArray: true, enum: previewPages })
  pages: readonly PreviewPage[];
  /** Methods of the draft that guests would not be offered, for want of what they need: mail, SMS, a directory, hosts. */
  @ApiProperty({ type: [String], example: ['approval'] })
  left_out: readonly string[];
  /** How what is pressed is seen. */
  @ApiProperty({ type: PreviewColoursDto })
  colours: PreviewColoursDto;
}

/** What is wrong is pointed at inside of it. */
function readDraft(value: unknown): unknown {
  const { values, errors } = checkOf(CaptivePortalChangeDto).fromApi(value);
  return Wrong.all(errors.map(({ pointer, detail }) => new Wrong(detail, pointer.slice(1)))) ?? values;
}
