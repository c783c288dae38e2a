/** The circles in a graph: each is a list of nodes that import one another, directly or through others. */
export function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reachable = (start: string): Set<string> => {
    const seen = new Set<string>();
    const waiting = [...(graph.get(start) ?? [])];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      waiting.push(...(graph.get(node) ?? []));
    }
    return seen;
  };
  const reached = new Map([...graph.keys()].map((node) => [node, reachable(node)]));
  const inCycles = [...graph.keys()].filter((node) => reached.get(node)?.has(node));
  const cycleOf = (node: string) =>
    inCycles.filter((other) => reached.get(node)?.has(other) && reached.get(other)?.has(node));
  return inCycles.map(cycleOf).filter((cycle, index) => cycle[0] === inCycles[index]);
}
