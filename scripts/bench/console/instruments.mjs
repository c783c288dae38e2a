// Runs in the measured page before its own scripts: records blocking time, and times actions until their result is
// painted.

export function instruments() {
  const tool = {
    blocking: 0,
    usableAt: undefined,
    /** Milliseconds from each real click or key press to the next frame, as rounded by the browser. */
    interactions: [],
    /** Addresses requested until `usableAt`. */
    addresses: [],
    /** Records when the first such element was painted, in milliseconds since navigation. */
    async waitFor(selector) {
      await painted(selector);
      tool.usableAt = performance.now();
      const requests = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < tool.usableAt);
      tool.addresses = [location.href, ...requests.map(({ name }) => name)].filter((address) =>
        address.startsWith('http'),
      );
    },
    click: (selector) => timed(() => document.querySelector(selector).click()),
    /** Clicks a sidebar link. A real click focuses it first. */
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

  new PerformanceObserver((list) => {
    tool.interactions.push(...list.getEntries().flatMap((entry) => (entry.interactionId ? entry.duration : [])));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });

  async function timed(act, selector = 'body') {
    const start = performance.now();
    act();
    await painted(selector);
    return performance.now() - start;
  }

  /** Resolves after the paint that shows such an element. Mutations trigger the check, which costs less than frames. */
  function painted(selector) {
    return new Promise((resolve) => {
      const observer = new MutationObserver(check);
      observer.observe(document, { childList: true, subtree: true });
      check();

      function check() {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          // A message sent in a frame is received after that frame's paint.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage('');
        });
      }
    });
  }
}
