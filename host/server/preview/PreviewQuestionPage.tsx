import type { StorefrontId } from '@shop/contracts/storefronts';
import type { PreviewQuestion } from '../releases/readOverrides';

interface PreviewQuestionPageProps extends PreviewQuestion {
  /** Path of the page to show afterwards. */
  readonly to: string;
  readonly styles: readonly string[];
  readonly storefront: StorefrontId;
}

/** Asks before unreleased code is shown. It has no scripts, so no release can answer it. */
export function PreviewQuestionPage({
  releases,
  signed,
  isForGuest,
  to,
  styles,
  storefront,
}: PreviewQuestionPageProps) {
  return (
    <html lang="en" data-storefront={storefront}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Show unreleased code?</title>
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body className="preview-question">
        <main>
          <h1>Show unreleased code?</h1>
          <p>A preview link selects code that is not released to visitors:</p>
          <ul>
            {releases.map(({ remote, version, owner }) => (
              <li key={remote}>
                <b>{`${remote} ${version}`}</b>
                {owner === undefined ? '' : ` of the ${owner}`}
              </li>
            ))}
          </ul>
          <p>
            {isForGuest
              ? 'This code sees everything that you type on its pages, passwords too. Continue only if you trust whoever sent you the link.'
              : 'You are signed in. This code can act as you: see your account and your orders, and change them. Continue only if you trust whoever sent you the link. To look at it without your account, open the link in a private window.'}
          </p>
          <form method="post" action="/preview">
            <input type="hidden" name="asked" value={signed} />
            <input type="hidden" name="to" value={to} />
            <button type="submit" name="choice" value="cancel">
              Cancel
            </button>{' '}
            <button type="submit" name="choice" value="continue">
              Continue
            </button>
          </form>
        </main>
      </body>
    </html>
  );
}
