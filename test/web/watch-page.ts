// What a page does while it runs, counted inside it: how often parts of it are drawn a frame, how often a canvas is
// painted, how many nodes there are, whether anything asks for a layout, how long frames take. Scripts are text,
// because they belong to the browser.
import type { CDPSession, Page } from 'playwright-core';

/** Put into a page before its own scripts run. */
const WATCH = `(() => {
  // Lists to which the newest is added at the top: its rows move by it, and nothing else may.
  const GROWING = '.stream-list, .log-scroll tbody, .own-threads, .tape';
  const seen = {
    frame: 0, startMs: 0, drawsMost: {}, paints: 0, layouts: 0, nodesLeast: Infinity, nodesMost: 0,
    deltas: [], shift: 0, moved: [], longest: 0, paintMs: null, drawnMs: null,
  };
  Object.defineProperty(globalThis, '__seen', { value: seen });
  const frame = globalThis.requestAnimationFrame.bind(globalThis);
  let lastMs = 0;
  const tick = (ms) => {
    seen.frame++;
    if (lastMs > 0) seen.deltas.push(ms - lastMs);
    lastMs = ms;
    if (seen.drawnMs === null && document.querySelector('main h1') !== null) seen.drawnMs = ms;
    frame(tick);
  };
  frame(tick);
  const counted = (prototype, name) => {
    const found = Object.getOwnPropertyDescriptor(prototype, name);
    if (found === undefined) return;
    const wrap = (inner) => function (...given) { seen.layouts++; return inner.apply(this, given); };
    const wrapped = found.get ? { get: wrap(found.get) } : { value: wrap(found.value) };
    Object.defineProperty(prototype, name, { ...found, ...wrapped });
  };
  for (const name of ['offsetWidth', 'offsetHeight', 'offsetTop', 'offsetLeft', 'innerText'])
    counted(HTMLElement.prototype, name);
  const ofElements = ['clientWidth', 'clientHeight', 'scrollWidth', 'scrollHeight', 'scrollTop'];
  for (const name of [...ofElements, 'getBoundingClientRect', 'getClientRects']) counted(Element.prototype, name);
  let painted = -1;
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...given) {
    if (painted !== seen.frame) seen.paints++;
    painted = seen.frame;
    return clear.apply(this, given);
  };
  globalThis.__begin = (selectors) => {
    Object.assign(seen, { startMs: performance.now(), paints: 0, layouts: 0, deltas: [], longest: 0 });
    for (const selector of selectors) {
      seen.drawsMost[selector] = 0;
      let at = -1;
      let draws = 0;
      new MutationObserver(() => {
        draws = at === seen.frame ? draws + 1 : 1;
        at = seen.frame;
        seen.drawsMost[selector] = Math.max(seen.drawsMost[selector], draws);
      }).observe(document.querySelector(selector), {
        subtree: true, childList: true, characterData: true, attributes: true,
      });
    }
    const count = () => {
      const nodes = document.getElementsByTagName('*').length;
      seen.nodesLeast = Math.min(seen.nodesLeast, nodes);
      seen.nodesMost = Math.max(seen.nodesMost, nodes);
    };
    count();
    setInterval(count, 500);
  };
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  let shiftWindow = { fromMs: 0, lastMs: 0, sum: 0 };
  watch('layout-shift', ({ hadRecentInput, startTime, value, sources }) => {
    const isAdded = ({ node }) => (node?.closest ? node : node?.parentElement)?.closest(GROWING) != null;
    if (hadRecentInput || (sources.length > 0 && sources.every(isAdded))) return;
    const named = (node) => node?.className || node?.localName || node?.parentElement?.className || '';
    seen.moved.push(value.toFixed(4) + ' ' + sources.map(({ node, previousRect: from, currentRect: to }) =>
      named(node) + ' ' + [from.y, to.y, from.height, to.height].map(Math.round)).join(', '));
    const isNew = startTime - shiftWindow.lastMs > 1000 || startTime - shiftWindow.fromMs > 5000;
    shiftWindow = isNew
      ? { fromMs: startTime, lastMs: startTime, sum: value }
      : { ...shiftWindow, lastMs: startTime, sum: shiftWindow.sum + value };
    seen.shift = Math.max(seen.shift, shiftWindow.sum);
  });
  watch('longtask', (entry) => { seen.longest = Math.max(seen.longest, entry.duration); });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.paintMs = entry.startTime;
  });
})()`;

export interface Seen {
  /** Since counting began. */
  readonly seconds: number;
  /** The most draws of a part in one frame, by its selector. */
  readonly drawsMost: Readonly<Record<string, number>>;
  /** Frames in which a canvas was painted. */
  readonly paints: number;
  /** Questions to the browser that may need a layout. */
  readonly layouts: number;
  readonly nodesLeast: number;
  readonly nodesMost: number;
  /** Between two frames, ms. */
  readonly deltas: readonly number[];
  /**
   * Cumulative layout shift since the page was opened: the most of any five seconds, as browsers define it; but for
   * what moved nothing but rows of a list that grows at its top.
   */
  readonly shift: number;
  /** What moved each time, and from where to where: top, top, height, height. */
  readonly moved: readonly string[];
  /** The longest task, ms; 0: none over 50. */
  readonly longest: number;
  /** First contentful paint after the navigation began. */
  readonly paintMs: number | null;
  /** The first frame with the page itself in it, after the same. */
  readonly drawnMs: number | null;
}

/** Before the page is opened. */
export async function watchPage(page: Page): Promise<CDPSession> {
  await page.addInitScript(WATCH);
  return page.context().newCDPSession(page);
}

/** Counts from now on, the draws of these parts too. */
export async function beginCounting(page: Page, ...selectors: string[]): Promise<void> {
  await page.evaluate(`__begin(${JSON.stringify(selectors)})`);
}

export function seenBy(page: Page): Promise<Seen> {
  return page.evaluate<Seen>('({ ...__seen, seconds: (performance.now() - __seen.startMs) / 1000 })');
}

/** Bytes of the page's heap after everything that can go has gone. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  for (let left = 0; left < 3; left++) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}

/** Bytes of that which are data: neither code nor what the browser keeps beside scripts. */
export async function dataOf(cdp: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const take = ({ chunk }: { readonly chunk: string }): void => void chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', take);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const isData = (types[0] as readonly string[]).map((name) => !NO_DATA.has(name));
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) if (isData[nodes[at + type]!]) bytes += nodes[at + size]!;
  return bytes;
}

/** Kinds of nodes of a heap that are none. */
const NO_DATA: ReadonlySet<string> = new Set(['code', 'native', 'hidden', 'synthetic']);

/** As much of Chromium's format as is read; each node is so many numbers in a row. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly unknown[] };
  };
  readonly nodes: readonly number[];
}
