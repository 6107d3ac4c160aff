export function OrielMark() {
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 32 32">
      <circle cx="16" cy="19" r="9.6" fill="none" stroke="currentColor" strokeWidth="1.8" />
      <path d="M16 2.6l4.6 4.6l-4.6 4.6l-4.6 -4.6z" fill="var(--logo-accent,#96702a)" />
    </svg>
  );
}
