/** Every text part of a mail's body, base64 undone. */
export function textsOf(body: string): string {
  const base64 = [
    ...body.matchAll(
      /Content-Type: text\/[^]*?Content-Transfer-Encoding: base64\n(?:[\w-]+:.*\n)*\n([A-Za-z0-9+/=\n]+)/g,
    ),
  ];
  return [body, ...base64.map(([, text]) => Buffer.from(text.replaceAll('\n', ''), 'base64').toString('utf8'))].join(
    '\n',
  );
}
