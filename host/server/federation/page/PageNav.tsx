interface PageNavProps {
  readonly links: readonly { readonly href: string; readonly label: string }[];
}

/** Links to the sections of a long page. */
export function PageNav({ links }: PageNavProps) {
  return (
    <nav aria-label="On this page" className="page-nav">
      <ul>
        {links.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
