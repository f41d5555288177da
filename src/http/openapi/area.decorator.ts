import { ApiExtension } from '@nestjs/swagger';

export const areaExtension = 'x-area';

/** What a controller's routes are about: the description of their tag in the API document. */
export function Area(description: string): ClassDecorator {
  return (controller) => ApiExtension(areaExtension, description)(controller);
}
