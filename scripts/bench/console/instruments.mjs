// Runs in the measured page, before its own scripts: notes how long the page was busy, and times what is done
// to it until the browser has painted the answer.

export function instruments() {
  const tool = {
    blocking: 0,
    usableAt: undefined,
    /** What was asked for until then. */
    addresses: [],
    /** Notes when the first such element was painted, in milliseconds since the page was asked for. */
    async waitFor(selector) {
      await painted(selector);
      tool.usableAt = performance.now();
      const asked = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < tool.usableAt);
      tool.addresses = [location.href, ...asked.map(({ name }) => name)].filter((address) =>
        address.startsWith('http'),
      );
    },
    click: (selector) => timed(() => document.querySelector(selector).click()),
    /** Follows a link of the sidebar, which has the focus by then, as when it is pressed. */
    visit(title, selector) {
      const link = [...document.querySelectorAll('nav a')].find(({ textContent }) => textContent === title);
      link.focus();
      return timed(() => link.click(), selector);
    },
  };
  window.instruments = tool;

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tool.blocking += duration - 50;
  }).observe({ type: 'longtask', buffered: true });

  async function timed(act, selector = 'body') {
    const start = performance.now();
    act();
    await painted(selector);
    return performance.now() - start;
  }

  /** Resolves after the paint that shows such an element. It is looked for when the page changes, not at every frame. */
  function painted(selector) {
    return new Promise((resolve) => {
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true });
      look();

      function look() {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          // A message that is sent in a frame is received after that frame's paint.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage('');
        });
      }
    });
  }
}
