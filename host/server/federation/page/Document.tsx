import type { ReactNode } from 'react';

/** Result of the last action. */
export interface Message {
  readonly text: string;
  readonly isError: boolean;
  /** URL to copy, such as a preview link. */
  readonly link?: { readonly href: string; readonly label: string };
}

interface DocumentProps {
  readonly title: string;
  readonly styles: readonly string[];
  readonly children: ReactNode;
}

/** An operator page. It has no scripts, so it works even if a release is broken. */
export function Document({ title, styles, children }: DocumentProps) {
  return (
    <html lang="en" data-storefront="jewellery">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body className="federation">{children}</body>
    </html>
  );
}

export function MessageLine({ message }: { readonly message: Message | undefined }) {
  if (!message) return null;
  const { text, isError, link } = message;
  return (
    <div role={isError ? 'alert' : 'status'} className={isError ? 'message bad' : 'message good'}>
      {text}
      {link && (
        <div className="link-to-copy">
          <label htmlFor="link-to-copy">{link.label}</label>
          <textarea id="link-to-copy" rows={3} readOnly value={link.href} />
          <a href={link.href}>Open it</a>
        </div>
      )}
    </div>
  );
}

export function SignIn() {
  return (
    <form method="post" action="/federation/sign-in" className="sign-in">
      <label htmlFor="token">Token of your team, or of an operator</label>
      <input id="token" name="token" type="password" autoComplete="current-password" required />
      <button type="submit">Sign in</button>
    </form>
  );
}

/** Shown to visitors without a session. */
export function SignInPage({
  styles,
  message,
}: Pick<DocumentProps, 'styles'> & { readonly message: Message | undefined }) {
  return (
    <Document title="Sign in | Federation" styles={styles}>
      <main>
        <h1>Federation</h1>
        <MessageLine message={message} />
        <SignIn />
      </main>
    </Document>
  );
}
