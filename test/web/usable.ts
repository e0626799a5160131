// A page as a hand, a keyboard and a reader meet it: measured inside it, over whatever it shows, or over the window
// that is open on top. Scripts are text, because they belong to the browser.
import type { Page } from 'playwright-core';

/**
 * Returns what is wrong, a line each. Px.
 * - A target is at least 24 in both directions (WCAG 2.5.8); on a phone what acts, is filled in or leads to another
 *   page is 44 high, but for rows of tables and the ladder. A link within a sentence is as high as its line.
 * - What has the focus of the keyboard is within the window, under nothing else, with a ring that nothing cuts.
 * - No text reaches out of what cuts it, out of its button, or over another text. Names and contents may end in an
 *   ellipsis: `.account`, `.agent-name`, `.brand`, `.log-content`; so may the word of the connection, as its dot says
 *   the same.
 */
const LOOK = `(() => {
  const wrong = [];
  const isPhone = innerWidth < 720;
  const whole = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const named = (one) => one.localName + (one.id === '' ? '' : '#' + one.id) +
    [...one.classList].map((name) => '.' + name).join('') +
    ' "' + (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40) + '"';
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    one.getBoundingClientRect().width > 1 && one.closest('.hidden-text, .skip') === null;
  const isIn = (one, places) => one.closest(places) !== null;

  const targets = [...whole.querySelectorAll(
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"]')].filter(isShown);
  const isInSentence = (one) => getComputedStyle(one).display === 'inline' && [...one.parentElement.childNodes]
    .some((beside) => beside !== one && beside.nodeType === 3 && /[\\p{L}\\p{N}]{2}/u.test(beside.data));
  for (const one of targets) {
    const of = /^(checkbox|radio)$/.test(one.type ?? '') ? one.closest('label') ?? one : one;
    const { width, height } = of.getBoundingClientRect();
    if (isInSentence(one)) continue;
    // Links and what unfolds within rows and cards are dense; what acts, is filled in or leads on stands alone.
    const isAlone = one.matches('button:not(.link), input, select, textarea, .nav a, .judge-tabs a, .brand, summary');
    const least = isPhone && isAlone && !isIn(one, 'td, th, .ladder, .tape') ? 44 : 24;
    if (height < least - 0.5 || width < 23.5)
      wrong.push('target of ' + Math.round(width) + ' × ' + Math.round(height) + ', not ' + least + ': ' + named(one));
  }

  const texts = [];
  const walker = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const of = node.parentElement;
    if (node.data.trim() === '' || isIn(of, 'option, script, style, svg, .hidden-text, .skip') || !isShown(of)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (boxes.length > 0) texts.push({ of, boxes, text: node.data.trim().slice(0, 50) });
  }
  const cutting = (one) => /hidden|clip/.test(getComputedStyle(one).overflowX + getComputedStyle(one).overflowY);
  const cutters = new Set([...whole.querySelectorAll('*')].filter(cutting));
  for (const { of, boxes, text } of texts) {
    if (isIn(of, '.account, .agent-name, .brand, .badge[data-state], .log-content, pre')) continue;
    for (let around = of; around !== null && around !== whole.parentElement; around = around.parentElement) {
      const isButton = /^(button|select)$/.test(around.localName);
      if (!cutters.has(around) && !isButton) continue;
      const to = around.getBoundingClientRect();
      const out = boxes.find((box) => box.right > to.right + 1 || box.left < to.left - 1 ||
        box.bottom > to.bottom + box.height / 4 || box.top < to.top - box.height / 4);
      if (out !== undefined) wrong.push('text "' + text + '" is cut by ' + named(around));
      break;
    }
  }
  for (const one of whole.querySelectorAll('input:not([type="range"], [type="file"], [type="checkbox"])'))
    if (isShown(one) && one.scrollWidth > one.clientWidth + 1) wrong.push('value "' + one.value + '" is cut in ' + named(one));

  const known = new Map();
  const styleOf = (one) => {
    if (!known.has(one)) {
      const { position, overflowX, overflowY } = getComputedStyle(one);
      const isCutting = overflowX !== 'visible' || overflowY !== 'visible';
      known.set(one, { isFloating: /sticky|fixed/.test(position), to: isCutting ? one.getBoundingClientRect() : null });
    }
    return known.get(one);
  };
  const floats = (one) => {
    for (let at = one; at !== null && at !== whole; at = at.parentElement) if (styleOf(at).isFloating) return true;
    return false;
  };
  const visible = ({ of, boxes }) => boxes.flatMap((box) => {
    let { left, right, top, bottom } = box;
    for (let at = of; at !== null && at !== whole; at = at.parentElement) {
      const { to } = styleOf(at);
      if (to === null) continue;
      [left, right] = [Math.max(left, to.left), Math.min(right, to.right)];
      [top, bottom] = [Math.max(top, to.top), Math.min(bottom, to.bottom)];
    }
    return right - left > 2 && bottom - top > 4 ? [{ left, right, top, bottom }] : [];
  });
  const seen = texts.filter(({ of }) => !floats(of)).flatMap((one) => visible(one).map((box) => ({ ...one, box })))
    .toSorted((a, b) => a.box.top - b.box.top);
  seen.forEach((one, at) => {
    for (const other of seen.slice(at + 1)) {
      if (other.box.top > one.box.bottom - 5) break;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      if (across > 3 && down > 5 && one.of !== other.of)
        wrong.push('"' + one.text + '" in ' + named(one.of) + ' lies over "' + other.text + '" in ' + named(other.of));
    }
  });
  return wrong;
})()`;

/** After a key was pressed, so that the browser shows where the focus is. */
const FOCUS = `(() => {
  const wrong = [];
  const whole = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const named = (one) => one.localName + [...one.classList].map((name) => '.' + name).join('') +
    ' "' + (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40) + '"';
  const before = document.activeElement;
  const at = [scrollX, scrollY];
  // Of one kind in one place, the first few and the last: a list of two hundred links needs no two hundred looks.
  const kinds = new Map();
  for (const one of whole.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
    if (one.disabled || one.type === 'hidden' || !one.checkVisibility({ visibilityProperty: true })) continue;
    const kind = [one, one.parentElement, one.parentElement.parentElement].map((of) => of?.localName + '.' + of?.className).join();
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  const all = [...kinds.values()].flatMap((list) => [...list.slice(0, 4), ...list.slice(4).slice(-1)]);
  for (const one of all) {
    one.focus();
    if (document.activeElement !== one) continue;
    const ring = getComputedStyle(one);
    const width = parseFloat(ring.outlineWidth);
    if (!one.matches(':focus-visible') || ring.outlineStyle === 'none' || width < 2) {
      wrong.push('focus does not show on ' + named(one));
      continue;
    }
    const room = Math.max(0, width + parseFloat(ring.outlineOffset));
    const box = one.getBoundingClientRect();
    for (let around = one.parentElement; around !== null && around !== document.documentElement; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const to = around.getBoundingClientRect();
      const inner = { left: to.left + around.clientLeft, top: to.top + around.clientTop };
      inner.right = inner.left + around.clientWidth;
      inner.bottom = inner.top + around.clientHeight;
      const cuts = [
        box.left - room < inner.left - 0.5 && 'left', box.right + room > inner.right + 0.5 && 'right',
        box.top - room < inner.top - 0.5 && 'top', box.bottom + room > inner.bottom + 0.5 && 'bottom',
      ].filter(Boolean);
      // What is larger than the part it scrolls in shows as much of its ring as there is.
      if (cuts.length > 0 && box.width <= around.clientWidth && box.height <= around.clientHeight)
        wrong.push('ring of ' + named(one) + ' is cut at its ' + cuts.join(', ') + ' by ' + named(around));
      break;
    }
    // The middle of what is in the window of it: a part that scrolls may be larger than that.
    const middle = (from, to, most) => (Math.max(from, 0) + Math.min(to, most)) / 2;
    const [x, y] = [middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight)];
    const over = document.elementFromPoint(x, y);
    if (box.width > 1 && (over === null || !(one.contains(over) || over.contains(one) || over.closest('label')?.contains(one))))
      wrong.push(named(one) + ' has the focus ' + (over === null ? 'out of the window' : 'under ' + named(over)));
  }
  if (before instanceof HTMLElement && before !== document.body) before.focus();
  else document.activeElement?.blur();
  scrollTo(...at);
  return wrong;
})()`;

/** Faults for a hand or a reader, a line each; none twice. */
export async function inTheWay(page: Page): Promise<string[]> {
  return [...new Set(await page.evaluate<string[]>(LOOK))];
}

/** Faults for the keyboard, a line each; none twice. */
export async function badFocus(page: Page): Promise<string[]> {
  await page.keyboard.press('Shift');
  return [...new Set(await page.evaluate<string[]>(FOCUS))];
}
