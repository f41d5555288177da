import { Injectable } from '@nestjs/common';
import { CaptivePortalsService } from '../../console/captive-portals/captive-portals.service.js';
import { contrast, contrastWithPage } from '../../console/captive-portals/contrast.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { offeredBy, type PortalVisit } from '../pages/frame.js';
import { directionOf, languageFor } from '../pages/languages.js';
import { renderTemplate } from '../pages/render.js';
import { VisitedPortals } from '../visit/visited-portals.js';
import type { PortalPreviewDto, PortalPreviewInput } from './portal-preview.dto.js';
import { previewsOf, previewPage } from './preview-pages.js';

/**
 * Pages of an unsaved portal, for its editors. They have no address: a caller who may read the portal gets the page
 * itself, so nothing unsaved is public, and guests' pages are never framed.
 */
@Injectable()
export class PortalPreviews {
  constructor(
    private readonly portals: CaptivePortalsService,
    private readonly visited: VisitedPortals,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem if the portal has no such page */
  async preview(context: Context, id: string, input: PortalPreviewInput): Promise<PortalPreviewDto> {
    const saved = await this.portals.read(context, id);
    // Its pictures are found beneath its own address.
    const draft = { ...saved, ...input.draft, slug: saved.slug };
    const { portal, logo, providers, timeZone } = await this.visited.draft(context, draft);
    const language = languageFor(offeredBy(portal), input.language, undefined);
    const query = new URLSearchParams();
    const visit: PortalVisit = { portal, logo, providers, language, query, path: `/p/${portal.slug}` };
    const pages = previewsOf(visit);
    const wanted = input.page ?? 'first';
    if (!pages.includes(wanted))
      throw Problem.invalidField('page', `is none of this portal's: it has ${pages.join(', ')}`);
    const page = previewPage(wanted, visit, { now: this.clock.instant(), timeZone });
    const { colour, text_colour } = page.values as { readonly colour: string; readonly text_colour: string };
    // A frame never reloads by itself, and no link leads out of it.
    const values = { ...page.values, nonce: input.styleNonce ?? '', refresh: undefined, is_preview: true };
    return {
      html: renderTemplate(page.template, values),
      status: page.status ?? 200,
      language: page.language,
      direction: directionOf(language),
      pages,
      left_out: draft.methods.filter(
        (each) => !portal.methods.includes(each) && !(each === 'provider' && providers.length > 0),
      ),
      colours: {
        colour,
        text_colour,
        contrast_with_page: rounded(contrastWithPage(colour)),
        contrast_of_text: rounded(contrast(colour, text_colour)),
      },
    };
  }
}

/** Rounded down, so that a contrast shown as enough is enough. */
function rounded(ratio: number): number {
  return Math.floor(ratio * 10) / 10;
}
