// Matches a path to its target. Literal segments win over parameters, whatever the order of registration.

interface Route<Target> {
  readonly method: string;
  readonly segments: readonly string[];
  readonly target: Target;
}

type Match<Target> =
  | { found: 'target'; target: Target; params: Record<string, string> }
  | { found: 'otherMethods'; methods: string[] }
  | { found: 'nothing' };

export class Router<Target> {
  readonly #routes: Route<Target>[] = [];
  /** Routes without parameters, which are most, by method and path. */
  readonly #literal = new Map<string, Target>();

  /** The key has the form 'METHOD /path/{parameter}'. */
  add(key: string, target: Target): void {
    const [method = '', pattern = ''] = key.split(' ');
    if (!pattern.includes('{')) this.#literal.set(key, target);
    this.#routes.push({ method, segments: pattern.split('/'), target });
    this.#routes.sort((one, other) => (specificity(one.segments) < specificity(other.segments) ? -1 : 1));
  }

  match(method: string, path: string): Match<Target> {
    const literal = this.#literal.get(`${method} ${path}`);
    if (literal) return { found: 'target', target: literal, params: {} };
    const segments = path.split('/');
    const candidates = this.#routes.filter((route) => fits(route.segments, segments));
    const route = candidates.find((candidate) => candidate.method === method);
    if (route) return { found: 'target', target: route.target, params: paramsOf(route.segments, segments) };
    if (candidates.length === 0) return { found: 'nothing' };
    return { found: 'otherMethods', methods: [...new Set(candidates.map((candidate) => candidate.method))] };
  }
}

const isParameter = (segment: string) => segment.startsWith('{');

/** '0' for a literal, '1' for a parameter: sorting by text puts literals first, segment by segment. */
const specificity = (segments: readonly string[]) =>
  segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('');

const fits = (pattern: readonly string[], segments: readonly string[]) =>
  pattern.length === segments.length &&
  pattern.every((segment, index) => (isParameter(segment) ? segments[index] !== '' : segment === segments[index]));

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pattern.flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1, -1), decodeURIComponent(segments[index] ?? '')]] : [],
    ),
  );
}
