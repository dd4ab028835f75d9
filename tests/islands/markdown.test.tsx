import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { CopyButton } from '#islands/ui/CopyButton.tsx';
import { Markdown } from '#islands/ui/Markdown.tsx';
import { prepareTexts } from '#lib/markdown/texts.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The HTML of a text, without class names, which depend on the build. */
function html(source: string): string {
  const { container } = render(<Markdown source={source} />);
  return container.firstElementChild?.innerHTML.replace(/ class="[^"]*"/g, '') ?? '';
}

describe('markdown without its parser', () => {
  test('draws a text without markup at once', () => {
    expect(html('a\nb\n\nc')).toBe('<p dir="auto">a<br>b</p><p dir="auto">c</p>');
  });

  test('shows a text with markup as typed, until the parser has loaded', async () => {
    render(<Markdown source="**bold**" />);
    expect(screen.getByText('**bold**').tagName).toBe('P');
    expect((await screen.findByText('bold')).tagName).toBe('STRONG');
  });
});

describe('markdown', () => {
  beforeAll(() => prepareTexts(['*']));

  test.each<[what: string, source: string, drawn: string]>([
    [
      'text and breaks',
      'a\n**b** _c_ ~~d~~ `e`',
      '<p dir="auto">a<br><strong>b</strong> <em>c</em> <del>d</del> <code>e</code></p>',
    ],
    ['headings from h3 on', '# a\n\n## b', '<h3 dir="auto">a</h3><h4 dir="auto">b</h4>'],
    ['quotes', '> a', '<blockquote dir="auto"><p>a</p></blockquote>'],
    ['lists', '- a\n- b', '<ul dir="auto"><li>a</li><li>b</li></ul>'],
    ['ordered lists', '3. a', '<ol start="3" dir="auto"><li>a</li></ol>'],
    ['lists of one direction', '- a\n\n  b', '<ul dir="auto"><li><p>a</p><p>b</p></li></ul>'],
    ['a rule', '---', '<hr>'],
    [
      'links that pass on neither reputation nor the page',
      '[a](https://x.test "T")',
      '<p dir="auto"><a href="https://x.test/" rel="nofollow noopener ugc">a</a> "T"</p>',
    ],
    [
      'images as links',
      '![a](https://x.test/a.png)',
      '<p dir="auto"><a href="https://x.test/a.png" rel="nofollow noopener ugc">a</a></p>',
    ],
    ['raw HTML as text', '<b onclick=x>a</b>', '<p dir="auto">&lt;b onclick=x&gt;a&lt;/b&gt;</p>'],
    ['refused links as typed', '[a](javascript:x)', '<p dir="auto">[a](javascript:x)</p>'],
  ])('is drawn with %s', (_, source, drawn) => {
    expect(html(source)).toBe(drawn);
  });

  test('has a text for whether a task is done', () => {
    render(<Markdown source={'- [x] a\n- [ ] b'} />);
    expect(screen.getAllByRole('img').map((box) => box.getAttribute('aria-label'))).toEqual([
      'Done',
      'Not done',
    ]);
  });

  test('has tables with a header that can be scrolled with the keyboard', () => {
    const { container } = render(<Markdown source={'|a|b|\n|-|-:|\n|c|d|'} />);
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['a', 'b']);
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['c', 'd']);
    expect(container.querySelector('[tabindex="0"] > table')).not.toBeNull();
  });

  test('has a copy button for a code block once the button is loaded', async () => {
    render(<Markdown source={'```\nlet a;\n```'} />);
    expect(screen.getByText('let a;').tagName).toBe('CODE');
    expect(await screen.findByRole('button', { name: 'Copy' })).toBeDefined();
  });
});

describe('the copy button', () => {
  async function click(writeText: (text: string) => Promise<void>) {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    render(<CopyButton text="let a;" />);
    await act(async () => void fireEvent.click(screen.getByRole('button')));
  }
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  const label = () => screen.getByRole('button').textContent;

  test('shows "Copied" for 3 seconds after copying, then "Copy" (Rule 8.12)', async () => {
    const copied: string[] = [];
    await click(async (text) => void copied.push(text));
    expect([copied, label()]).toEqual([['let a;'], 'Copied']);
    await pass(2999);
    expect(label()).toBe('Copied');
    await pass(1);
    expect(label()).toBe('Copy');
  });

  test('counts the 3 seconds from the latest click', async () => {
    await click(async () => {});
    await pass(2000);
    await act(async () => void fireEvent.click(screen.getByRole('button')));
    await pass(2000);
    expect(label()).toBe('Copied');
    await pass(1000);
    expect(label()).toBe('Copy');
  });

  test('shows "Not copied" if the browser refuses', async () => {
    await click(() => Promise.reject(new Error('denied')));
    expect(label()).toBe('Not copied');
    await pass(3000);
    expect(label()).toBe('Copy');
  });
});
