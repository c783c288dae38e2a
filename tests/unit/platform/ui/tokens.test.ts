// Contrast in both themes: WCAG AA for everything, AAA for body text.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync('styles/tokens.css', 'utf8');

/** Colors written as '--ink: light-dark(#1a1f27, #e6e9ee)', or as one color for both themes. */
function colours(theme: 'light' | 'dark'): Map<string, string> {
  const found = css.matchAll(/(--[\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6}))?/g);
  return new Map([...found].map(([, name = '', light = '', dark = light]) => [name, theme === 'light' ? light : dark]));
}

const themes = { light: colours('light'), dark: colours('dark') };

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: ReadonlyMap<string, string>, front: string, back: string): number {
  const [one, other] = [front, back].map((name) => {
    const colour = theme.get(name);
    if (!colour) throw new Error(`${name} is not a colour`);
    return luminance(colour);
  });
  const [dark = 0, bright = 0] = [one ?? 0, other ?? 0].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const grounds = ['--page', '--surface', '--surface-hover', '--surface-sunken'];
const softs = ['--accent-soft', '--good-soft', '--warning-soft', '--bad-soft'];

test.each(Object.entries(themes))('every text is readable on every background in the %s theme', (_, theme) => {
  for (const ground of [...grounds, ...softs, '--selected']) {
    expect(contrast(theme, '--ink', ground), `--ink on ${ground}`).toBeGreaterThan(7);
    expect(contrast(theme, '--ink-muted', ground), `--ink-muted on ${ground}`).toBeGreaterThan(4.5);
  }
  for (const ground of grounds) {
    for (const said of ['--accent-ink', '--good', '--warning', '--bad']) {
      expect(contrast(theme, said, ground), `${said} on ${ground}`).toBeGreaterThan(4.5);
    }
  }
  for (const soft of softs) {
    const said = soft === '--accent-soft' ? '--accent-ink' : soft.replace('-soft', '');
    expect(contrast(theme, said, soft), `${said} on ${soft}`).toBeGreaterThan(4.5);
  }
});

test.each(Object.entries(themes))('a badge in a selected row shows its edge in the %s theme', (_, theme) => {
  for (const badge of softs) expect(contrast(theme, badge, '--selected'), badge).toBeGreaterThan(1.15);
});

test.each(Object.entries(themes))('filled buttons are readable in the %s theme, also while hovered', (_, theme) => {
  for (const fill of ['accent', 'danger']) {
    expect(contrast(theme, `--on-${fill}`, `--${fill}`), fill).toBeGreaterThan(4.5);
    expect(contrast(theme, `--on-${fill}`, `--${fill}-hover`), `${fill}, hovered`).toBeGreaterThan(4.5);
  }
});

test.each(Object.entries(themes))('control borders and the focus ring stand out in the %s theme', (_, theme) => {
  for (const ground of grounds) {
    expect(contrast(theme, '--line-strong', ground), `--line-strong on ${ground}`).toBeGreaterThan(3);
    expect(contrast(theme, '--accent-ink', ground), `--accent-ink on ${ground}`).toBeGreaterThan(3);
  }
});

test('the browser’s own frame has the header’s colour', () => {
  const page = readFileSync('index.html', 'utf8');
  const said = [...page.matchAll(/theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)/g)];
  const surfaces = Object.entries(themes).map(([name, theme]) => [theme.get('--surface'), name]);
  expect(said.map(([, colour, name]) => [colour, name])).toEqual(surfaces);
});
