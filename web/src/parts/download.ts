/** Hands a file to the browser. The cookie counts only with a header, so a plain link to the API would be refused. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** With a byte order mark: without one Excel takes CSV for the code page of the machine. */
export function downloadCsv(content: Blob, name: string): void {
  download(new Blob(['\ufeff', content], { type: content.type }), name);
}
