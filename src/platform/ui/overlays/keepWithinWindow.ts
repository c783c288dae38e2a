const margin = 8;

/** Moves what opens below the start of its frame: back near the end of the window, above near the bottom. */
export function keepWithinWindow(list: HTMLElement) {
  const { right, bottom, height } = list.getBoundingClientRect();
  const { clientHeight } = document.documentElement;
  // Unlike the page, its body does not reach under the room that is kept for the scroll bar.
  const back = Math.max(0, right + margin - document.body.clientWidth);
  if (back > 0) list.style.translate = `${-back}px`;
  const button = list.parentElement?.getBoundingClientRect();
  const isAbove = bottom + margin > clientHeight && button && button.top > height + margin;
  if (isAbove) list.style.inset = 'auto auto 100% 0';
}
