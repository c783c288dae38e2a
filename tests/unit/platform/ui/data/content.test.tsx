// Content: safe links, facts without gaps, and headings and charts for screen readers.

import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { BarChart } from '../../../../../src/platform/ui/data/BarChart.tsx';
import { Card, Facts } from '../../../../../src/platform/ui/data/CardGrid.tsx';
import { CardSkeletons } from '../../../../../src/platform/ui/data/CardSkeletons.tsx';
import { Banner } from '../../../../../src/platform/ui/feedback/Banner.tsx';
import { ExternalLink } from '../../../../../src/platform/ui/layout/ExternalLink.tsx';
import { PrintNote } from '../../../../../src/platform/ui/layout/PrintNote.tsx';
import { ScreenHeader } from '../../../../../src/platform/ui/layout/ScreenHeader.tsx';
import { allByRole, byRole, maybeByRole, render, text } from '../../../../support/console/render.tsx';

const scripts = ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,hello'];
const noLinks = [...scripts, '//example.com', 'example.com', ''];

test.each(noLinks)('%j does not become a link', async (href) => {
  await render(<ExternalLink href={href}>CRM</ExternalLink>);
  expect(maybeByRole('link')).toBeUndefined();
  expect(text()).toContain('CRM');
});

test('a web address opens in a new tab without access to ours, and says so', async () => {
  await render(<ExternalLink href="https://crm.example.com/">CRM</ExternalLink>);
  const link = byRole('link', 'CRM (opens in a new tab)');
  expect(link.getAttribute('href')).toBe('https://crm.example.com/');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
});

test('a card has its record’s name and omits facts without a value, but not zero', async () => {
  await render(
    <Card title="Northwind">
      <Facts
        items={[
          { label: 'ID', value: 'C-1' },
          { label: 'CRM ID', value: '' },
          { label: 'Employees', value: 0 },
        ]}
      />
    </Card>,
  );
  const card = byRole('article', 'Northwind');
  expect([...card.querySelectorAll('dt')].map((term) => term.textContent)).toEqual(['ID', 'Employees']);
  expect([...card.querySelectorAll('dd')].map((value) => value.textContent)).toEqual(['C-1', '0']);
});

test.each([
  [50, 194, /^Page 1 of 4 – records 1–50 of 194 · Search: mull · Printed/],
  [0, 0, /^Search: mull · Printed/],
])('on paper, a list of which a page shows %d says so', async (shown, total, words) => {
  const list = { page: 1, lastPage: Math.max(1, Math.ceil(total / 50)), shown, total };
  await render(<PrintNote list={list} filters={[{ label: 'Search', value: 'mull' }]} />);
  await act(async () => void window.dispatchEvent(new Event('beforeprint')));
  expect(text()).toMatch(words);
});

test('facts of the same name are told apart', async () => {
  const warnings = vi.spyOn(console, 'error');
  const notes = ['Records were added', 'Records were deleted'];
  await render(<Facts items={notes.map((value) => ({ label: 'Note', value }))} />);
  expect([...document.querySelectorAll('dd')].map((value) => value.textContent)).toEqual(notes);
  expect(warnings.mock.calls).toEqual([]);
  warnings.mockRestore();
});

test('a screen has one heading, its title, with the count beside it', async () => {
  await render(<ScreenHeader title="Companies" count={1234} />);
  expect(allByRole('heading').map((heading) => heading.textContent)).toEqual(['Companies']);
  expect(text()).toContain('1,234 in total');
});

test('a failure is an alert, anything else a status', async () => {
  await render(
    <>
      <Banner tone="bad">Failed to fetch companies</Banner>
      <Banner tone="good">Password reset link sent to your email</Banner>
    </>,
  );
  expect(byRole('alert').textContent).toBe('Failed to fetch companies');
  expect(byRole('status').textContent).toBe('Password reset link sent to your email');
});

test('loading is announced as text', async () => {
  await render(<CardSkeletons label="Loading companies…" count={3} />);
  expect(byRole('status').textContent).toBe('Loading companies…');
});

test('each bar of a chart is a link with its number, and the highest one fills it', async () => {
  const points = [
    { label: '20', value: 1, detail: '2026-11-20' },
    { label: '21', value: 2, detail: '2026-11-21' },
  ];
  await render(
    <BarChart
      label="Events a day"
      unit={['event', 'events']}
      points={points}
      link={({ detail }, bar) => <a href={`/days/${detail}`}>{bar}</a>}
    />,
  );
  const chart = byRole('group', 'Events a day');
  const bars = [...chart.querySelectorAll('rect[rx="2"]')];
  const [half = 0, whole = 0] = bars.map((bar) => Number(bar.getAttribute('height')));
  expect(whole).toBeGreaterThan(0);
  expect(half).toBe(whole / 2);
  const links = [...chart.querySelectorAll('a')].map((link) => [link.getAttribute('href'), text(link)]);
  expect(links).toEqual([
    ['/days/2026-11-20', '2026-11-20: 1 event'],
    ['/days/2026-11-21', '2026-11-21: 2 events'],
  ]);
});
