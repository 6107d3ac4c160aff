import { useId } from 'react';

export function FurrowMark() {
  const clip = useId();
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 32 32">
      <clipPath id={clip}>
        <circle cx="16" cy="16" r="14" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d="M0 0h32v32H0z" fill="#f5c84b" />
        <path d="M0 16.500C8 12.500 24 12.500 32 16.500V32H0z" fill="#21743a" />
        <g fill="none" stroke="#cbe0ae" strokeWidth="1.800" strokeLinecap="round">
          <path d="M16 14.500V32" />
          <path d="M13 14.600C11.500 19 8 26 4 31" />
          <path d="M19 14.600C20.500 19 24 26 28 31" />
          <path d="M9.500 15.200C7 18.500 3 22 -1 24" />
          <path d="M22.500 15.200C25 18.500 29 22 33 24" />
        </g>
      </g>
    </svg>
  );
}
