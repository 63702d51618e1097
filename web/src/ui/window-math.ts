// The arithmetic of a virtual list: which rows are seen at a scroll position, and where they are drawn.
//
// Browsers refuse elements beyond some height (Firefox near 17.8 million pixels, Chromium near 33.5), so a
// list that would be taller is drawn in a shorter one: its scroll bar then stands for more than a pixel.

/** The tallest element we ask a browser for. */
export const TALLEST = 15_000_000;

/** Rows drawn beyond each edge, so that a small scroll shows no gap. */
export const MARGIN_ROWS = 8;

export interface Extent {
  count: number;
  rowHeight: number;
  /** Height of the visible part. */
  viewport: number;
}

export interface Window {
  /** The first row drawn. */
  first: number;
  /** One after the last row drawn. */
  end: number;
  /** Where the first row is drawn, in pixels of the scrolled element. */
  top: number;
}

/** How tall the rows are together, in pixels nobody scales. */
export function fullHeight(extent: Extent): number {
  return extent.count * extent.rowHeight;
}

/** How tall the scrolled element is made. */
export function drawnHeight(extent: Extent): number {
  return Math.min(fullHeight(extent), TALLEST);
}

export function isScaled(extent: Extent): boolean {
  return fullHeight(extent) > TALLEST;
}

/** The largest offset that still fills the viewport. */
export function lastOffset(extent: Extent): number {
  return Math.max(0, fullHeight(extent) - extent.viewport);
}

function lastScroll(extent: Extent): number {
  return Math.max(0, drawnHeight(extent) - extent.viewport);
}

/** What lies at the top of the viewport, in unscaled pixels, for a position of the scroll bar. */
export function offsetOf(extent: Extent, scrollTop: number): number {
  const scroll = clamp(scrollTop, 0, lastScroll(extent));
  if (!isScaled(extent)) return scroll;
  return (scroll / lastScroll(extent)) * lastOffset(extent);
}

/** The position of the scroll bar for an unscaled offset. */
export function scrollOf(extent: Extent, offset: number): number {
  const wanted = clamp(offset, 0, lastOffset(extent));
  if (!isScaled(extent)) return wanted;
  return (wanted / lastOffset(extent)) * lastScroll(extent);
}

/** The rows to draw when `offset` is at the top of the viewport and the scroll bar at `scrollTop`. */
export function windowAt(extent: Extent, offset: number, scrollTop: number): Window {
  if (extent.count <= 0) return { first: 0, end: 0, top: 0 };
  const at = clamp(offset, 0, lastOffset(extent));
  const first = clamp(Math.floor(at / extent.rowHeight) - MARGIN_ROWS, 0, extent.count - 1);
  const end = clamp(Math.ceil((at + extent.viewport) / extent.rowHeight) + MARGIN_ROWS, first + 1, extent.count);
  // Unscaled, this is just first * rowHeight; scaled, the rows travel with the scroll bar.
  const top = isScaled(extent) ? scrollTop - (at - first * extent.rowHeight) : first * extent.rowHeight;
  return { first, end, top };
}

/** The first and the last row of which something is seen; the last comes before the first where there are none. */
export function seenAt(extent: Extent, offset: number): [first: number, last: number] {
  const at = clamp(offset, 0, lastOffset(extent));
  const end = Math.ceil((at + extent.viewport) / extent.rowHeight);
  return [Math.floor(at / extent.rowHeight), Math.min(end, extent.count) - 1];
}

/** The offset nearest to `offset` at which row `index` is seen as a whole. */
export function offsetShowing(extent: Extent, offset: number, index: number): number {
  const top = clamp(index, 0, Math.max(0, extent.count - 1)) * extent.rowHeight;
  const bottom = top + extent.rowHeight;
  if (top < offset) return top;
  if (bottom > offset + extent.viewport) return clamp(bottom - extent.viewport, 0, lastOffset(extent));
  return clamp(offset, 0, lastOffset(extent));
}

/** Whether the last row is seen, give or take a few pixels of rounding. */
export function isAtEnd(extent: Extent, offset: number): boolean {
  return lastOffset(extent) - offset <= 4;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}
