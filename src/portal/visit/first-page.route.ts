import { Injectable } from '@nestjs/common';
import { DirectRoutes } from '../../http/edge/direct-routes.js';
import { Journey } from './journey.js';
import { PageFilter } from './page.filter.js';
import { PortalAnswers } from './portal-answers.js';
import { directPortalRoute } from './portal-route.js';

interface FirstPageParams {
  readonly slug: string;
  /** The make of the redirect, if the portal's gateway does not tell. */
  readonly maker?: string;
}

/** The first page, which every phone asks for as it joins, several times and from the background. */
@Injectable()
export class FirstPageRoute {
  constructor(routes: DirectRoutes, pages: PortalAnswers, journey: Journey, troubles: PageFilter) {
    routes.get<FirstPageParams>({
      paths: ['/p/:slug', '/p/:slug/:maker'],
      facts: directPortalRoute,
      handler: (request, reply) => {
        const { slug, maker } = request.params;
        pages
          .answer(slug, { request, reply, maker }, (visitor) => journey.begin(visitor))
          .catch((error: unknown) => troubles.answer(error, request, reply));
      },
    });
  }
}
