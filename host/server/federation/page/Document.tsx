import type { ReactNode } from 'react';

/** What came of the last press. */
export interface Message {
  readonly text: string;
  readonly isError: boolean;
}

interface DocumentProps {
  readonly title: string;
  readonly styles: readonly string[];
  readonly children: ReactNode;
}

/** A page for operators: no script, so that it works whatever a release does. */
export function Document({ title, styles, children }: DocumentProps) {
  return (
    <html lang="en" data-store="jewellery">
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
  return (
    <p role={message.isError ? 'alert' : 'status'} className={message.isError ? 'message bad' : 'message good'}>
      {message.text}
    </p>
  );
}

export function SignIn() {
  return (
    <form method="post" action="/federation/sign-in" className="sign-in">
      <label htmlFor="token">Token</label>
      <input id="token" name="token" type="password" autoComplete="current-password" required />
      <button type="submit">Sign in</button>
    </form>
  );
}

/** For whoever may not look yet. */
export function SignInPage({ styles, message }: Pick<DocumentProps, 'styles'> & { readonly message: Message | undefined }) {
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
