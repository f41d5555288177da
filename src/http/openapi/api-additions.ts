import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** A part of the API's document. */
export interface ApiAddition {
  addTo(document: OpenAPIObject): OpenAPIObject;
}

/**
 * What modules add to the API's document and controllers cannot say: what is known only once the application is
 * assembled, or does not follow this API's conventions.
 */
@Injectable()
export class ApiAdditions {
  private readonly additions: ApiAddition[] = [];

  add(addition: ApiAddition): void {
    this.additions.push(addition);
  }

  addTo(document: OpenAPIObject): OpenAPIObject {
    return this.additions.reduce((made, addition) => addition.addTo(made), document);
  }
}
