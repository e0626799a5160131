/**
 * Text copied out of the page is for machines: times as ISO, amounts to their last digit, minus as ASCII, cells
 * apart by tabs. Elements that show less than they know say it in `datetime` or `value`.
 */
const EXACT = 'time[datetime], data[value]';
const ROWS = ['TR', 'P', 'LI', 'DIV', 'DT', 'PRE', 'H1', 'H2', 'ARTICLE', 'SECTION'];
const CELLS = ['TD', 'TH', 'DD'];

/** Listens from now on; called once. */
export function startCopies(): void {
  document.addEventListener('copy', (event) => {
    const selection = getSelection();
    if (selection === null || selection.isCollapsed || event.clipboardData === null) return;
    const text = copiedText(selection.getRangeAt(0).cloneContents());
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  });
}

function copiedText(fragment: DocumentFragment): string {
  const exact = [...fragment.querySelectorAll(EXACT)];
  const isExact = exact.length > 0 || fragment.querySelector('tr') !== null;
  const text = isExact ? textOf(fragment) : (getSelection()?.toString() ?? '');
  return text
    .replaceAll('\u2212', '-')
    .replaceAll(/[ \t]*\n\s*/g, '\n')
    .trim();
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  const element = node instanceof Element ? node : null;
  const known =
    element?.getAttribute('datetime') ?? (element?.tagName === 'DATA' ? element.getAttribute('value') : null);
  if (known != null) return known;
  const inner = [...node.childNodes].map(textOf).join('');
  if (element !== null && CELLS.includes(element.tagName)) return `${inner}\t`;
  return element !== null && ROWS.includes(element.tagName) ? `${inner}\n` : inner;
}
