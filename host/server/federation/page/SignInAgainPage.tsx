import type { Fields } from '../fields';
import { Document, MessageLine, type Message } from './Document';

interface SignInAgainPageProps {
  readonly styles: readonly string[];
  readonly message: Message | undefined;
  readonly action: string;
  /** What will be done: "Roll mfe-home back to 1.0.0". */
  readonly description: string;
  /** Fields of the form that was sent, which is sent again with the token. */
  readonly fields: Fields;
  /** Path of the page with the form. */
  readonly back: string;
}

/** Asks for the token before a change is made. */
export function SignInAgainPage({ styles, message, action, description, fields, back }: SignInAgainPageProps) {
  return (
    <Document title="Confirm with your token | Federation" styles={styles}>
      <main>
        <h1>{description}?</h1>
        <MessageLine message={message} />
        <p className="note">A change needs a sign-in within the last five minutes. Enter your token to make it.</p>
        <form method="post" action={`/federation/${action}`} className="sign-in">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <label htmlFor="token">Token</label>
          <input id="token" name="token" type="password" autoComplete="current-password" required />
          <button type="submit" className="strong">
            {description}
          </button>{' '}
          <a href={back}>Cancel</a>
        </form>
      </main>
    </Document>
  );
}
