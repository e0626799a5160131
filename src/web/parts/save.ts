/**
 * Hands a file to the visitor. Its name is the page's own, its type says nothing a browser would open.
 */
export function save(name: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
