import type { ReactNode } from 'react';
import type { JsonSchema } from './schema';

export interface StructureProps {
  readonly schema: JsonSchema;
  /** Shows what is in it. */
  readonly part: (props: StructureProps) => ReactNode;
  readonly label: string;
  readonly value: unknown;
  /** Undefined: left out. */
  readonly onChange: (value: unknown) => void;
  readonly disabled: boolean;
  /** What is wrong with it as a whole, or with a part of it: `match.0.status`. */
  readonly problemOf: (part?: string) => string | undefined;
  readonly required?: boolean;
  /** Of a secret: what is typed is not shown. */
  readonly isSecret?: boolean;
}
