/**
 * The body of an answer to GET, each character a byte. Node writes it and the headers before it in one piece; a Buffer
 * is made for each answer, and written beside them.
 */
export class AnswerBytes {
  constructor(readonly text: string) {}

  get length(): number {
    return this.text.length;
  }

  toBuffer(): Buffer {
    return Buffer.from(this.text, 'latin1');
  }
}
