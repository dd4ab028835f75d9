import type { IconNode } from 'lucide';
import { createElement } from 'react';
import { cx } from './helpers/cx.ts';

interface IconProps {
  /** The icon's shapes, from `lucide`. */
  node: IconNode;
  className?: string | undefined;
}

/** A decorative icon, hidden from screen readers: the text next to it has its meaning. */
export function Icon({ node, className }: IconProps) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  const svg = {
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    className: cx('lucide', className),
    'aria-hidden': true,
  } as const;
  return createElement('svg', svg, ...shapes);
}
