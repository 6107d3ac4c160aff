import type { SVGProps } from 'react';

/** An icon of one path in lucide's box and stroke. Builds compile lucide's icons to calls of this (iconLoader.cjs). */
export const createIcon = (d: string) =>
  function CompiledIcon(props: SVGProps<SVGSVGElement>) {
    return (
      <svg
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        {...props}
      >
        <path d={d} />
      </svg>
    );
  };
